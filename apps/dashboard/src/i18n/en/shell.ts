import { messages } from "../messages.ts";

export const shell = messages({
  "shell.main": "Main",
  "shell.skip": "Skip to the content",
  "shell.search": "Search or run",
  "shell.inbox": "Inbox",
  "shell.contacts": "Contacts",
  "shell.pipeline": "Pipeline",
  "shell.tickets": "Tickets",
  "shell.workspace": "Workspace",
  "shell.channels": "Channels",
  "shell.developers": "Developers",
  "shell.settings": "Settings",
  "shell.more": "More",
  "shell.theme": "Light or dark",
  "shell.rail": "Fold the navigation",
  "shell.live": "Live",
  "shell.live.catchingUp": { one: "Catching up: {n} event", other: "Catching up: {n} events" },
  "shell.live.reconnecting": "Reconnecting",
  "shell.live.offline": "Offline",
  "shell.switchOrganization": "Switch organization",
  "shell.signOut": "Sign out",
});
