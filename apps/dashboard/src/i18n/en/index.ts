import { common } from "./common.ts";
import { session } from "./session.ts";
import { shell } from "./shell.ts";

/** Every text of the dashboard in English: the keys of all other languages. A file for each screen. */
export const en = { ...common, ...session, ...shell };
