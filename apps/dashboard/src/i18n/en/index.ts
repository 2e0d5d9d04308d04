import { app } from "./app.ts";
import { channels } from "./channels.ts";
import { common } from "./common.ts";
import { composer } from "./composer.ts";
import { contact } from "./contact.ts";
import { contacts } from "./contacts.ts";
import { developers } from "./developers.ts";
import { filters } from "./filters.ts";
import { inboxList } from "./inbox-list.ts";
import { inbox } from "./inbox.ts";
import { issues } from "./issues.ts";
import { messageTexts } from "./messages.ts";
import { notifications } from "./notifications.ts";
import { pipeline } from "./pipeline.ts";
import { privacy } from "./privacy.ts";
import { search } from "./search.ts";
import { segments } from "./segments.ts";
import { session } from "./session.ts";
import { settings } from "./settings.ts";
import { shell } from "./shell.ts";
import { shortcuts } from "./shortcuts.ts";
import { tickets } from "./tickets.ts";
import { ui } from "./ui.ts";
import { workspace } from "./workspace.ts";
import { welcome } from "./welcome.ts";

/** Every text of the dashboard in English: the keys of all other languages. A file for each screen, a line for each file. */
export const en = {
  ...app,
  ...channels,
  ...common,
  ...composer,
  ...contact,
  ...contacts,
  ...developers,
  ...filters,
  ...inbox,
  ...inboxList,
  ...issues,
  ...messageTexts,
  ...notifications,
  ...pipeline,
  ...privacy,
  ...search,
  ...segments,
  ...session,
  ...settings,
  ...shell,
  ...shortcuts,
  ...tickets,
  ...ui,
  ...workspace,
  ...welcome,
};
