import type { en } from "./en/index.ts";
import type { Text } from "./messages.ts";

export type Key = keyof typeof en;
/** All texts of one language. */
export type Catalogue = { readonly [key in Key]: Text };
