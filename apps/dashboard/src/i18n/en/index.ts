import { common } from "./common.ts";
import { issues } from "./issues.ts";
import { session } from "./session.ts";
import { shell } from "./shell.ts";
import { ui } from "./ui.ts";

/** Every text of the dashboard in English: the keys of all other languages. A file for each screen. */
export const en = { ...common, ...session, ...shell, ...ui, ...issues };
