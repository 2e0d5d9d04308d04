import { app } from "./shell/app.ts";
import { common } from "./shell/common.ts";
import { filters } from "./contacts/filters.ts";
import { inboxList } from "./inbox/inbox-list.ts";
import { inbox } from "./inbox/inbox.ts";
import { messageTexts } from "./inbox/messages.ts";
import { shell } from "./shell/shell.ts";
import { ui } from "./shell/ui.ts";

/** The texts of the first load: the inbox's list and its surroundings. */
export const first = {
  ...app,
  ...common,
  ...filters,
  ...inboxList,
  ...inbox,
  ...messageTexts,
  ...shell,
  ...ui,
};
