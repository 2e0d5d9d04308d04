import { broadcasts } from "./broadcasts.ts";
import { channels } from "./channels.ts";
import { composer } from "./composer.ts";
import { contact } from "./contact.ts";
import { contacts } from "./contacts.ts";
import { developers } from "./developers.ts";
import { issues } from "./issues.ts";
import { knowledge } from "./knowledge.ts";
import { notifications } from "./notifications.ts";
import { organization } from "./organization.ts";
import { pipeline } from "./pipeline.ts";
import { privacy } from "./privacy.ts";
import { push } from "./push.ts";
import { search } from "./search.ts";
import { segments } from "./segments.ts";
import { session } from "./session.ts";
import { settings } from "./settings.ts";
import { shortcuts } from "./shortcuts.ts";
import { tickets } from "./tickets.ts";
import { workspace } from "./workspace.ts";
import { welcome } from "./welcome.ts";

/** All other texts: fetched before the components that show them. A file for each screen, a line for each file. */
export const rest = {
  ...broadcasts,
  ...channels,
  ...composer,
  ...contact,
  ...contacts,
  ...developers,
  ...issues,
  ...knowledge,
  ...notifications,
  ...organization,
  ...pipeline,
  ...privacy,
  ...push,
  ...search,
  ...segments,
  ...session,
  ...settings,
  ...shortcuts,
  ...tickets,
  ...workspace,
  ...welcome,
};
