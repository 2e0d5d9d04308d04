import { app } from "./app.ts";
import { common } from "./common.ts";
import { filters } from "./filters.ts";
import { inboxList } from "./inbox-list.ts";
import { inbox } from "./inbox.ts";
import { messageTexts } from "./messages.ts";
import { shell } from "./shell.ts";
import { ui } from "./ui.ts";

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
