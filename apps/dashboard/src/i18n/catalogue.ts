import type { first } from "./en/first.ts";
import type { en } from "./en/index.ts";
import type { rest } from "./en/rest.ts";
import type { Text, Values } from "./messages.ts";

export type Key = keyof typeof en;
/** Keys of texts without placeholders, for tables of labels. */
export type PlainKey = { [K in Key]: keyof Values<(typeof en)[K]> extends never ? K : never }[Key];
/** All texts of one language. */
export type Catalogue = { readonly [key in Key]: Text };
export type FirstTexts = { readonly [key in keyof typeof first]: Text };
export type RestOfTexts = { readonly [key in keyof typeof rest]: Text };
