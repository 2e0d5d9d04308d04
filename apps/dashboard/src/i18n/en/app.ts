import { messages } from "../messages.ts";

/** The dashboard as an application: its versions, and how it starts without the server. */
export const app = messages({
  "app.update": "A new version is there.",
  "app.update.now": "Reload for the new version",
  "app.offline": "You are offline",
  "app.offline.text":
    "The server cannot be reached, so nothing can be shown. What you had written is kept. This page goes on by itself when the line is back.",
  "app.install": "Install as an app",
});
