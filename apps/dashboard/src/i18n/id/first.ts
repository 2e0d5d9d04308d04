import { app } from "./app.ts";
import { common } from "./common.ts";
import { filters } from "./filters.ts";
import { inboxList } from "./inbox-list.ts";
import { inbox } from "./inbox.ts";
import { messageTexts } from "./messages.ts";
import { shell } from "./shell.ts";
import { ui } from "./ui.ts";

/** Of what is shown before anything is fetched late: the list of the inbox and what stands around it. */
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
