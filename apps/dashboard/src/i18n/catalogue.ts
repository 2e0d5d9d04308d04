import type { en } from "./en/index.ts";
import type { Text, Values } from "./messages.ts";

export type Key = keyof typeof en;
/** Keys of texts without places: what a table of labels holds. */
export type PlainKey = { [K in Key]: keyof Values<(typeof en)[K]> extends never ? K : never }[Key];
/** All texts of one language. */
export type Catalogue = { readonly [key in Key]: Text };
