/**
 * A text is a string with places in braces, or one text for each plural form that its language has (Intl.PluralRules), chosen by `n`.
 * `messages` keeps the keys and the places as types, so that a key that does not exist, and a value that is missing, do not compile.
 */
export type Plural = { readonly [form in Intl.LDMLPluralRule]?: string } & { readonly other: string };
export type Text = string | Plural;

export function messages<const Texts extends Record<string, Text>>(texts: Texts): Texts {
  return texts;
}

type PlacesOf<Of extends string> = Of extends `${string}{${infer Name}}${infer Rest}` ? Name | PlacesOf<Rest> : never;
type Places<Of extends Text> = Of extends string ? PlacesOf<Of> : Of extends Plural ? "n" | PlacesOf<Of["other"]> : never;

/** The values that the places of a text take: numbers are written as the language writes them. */
export type Values<Of extends Text> = { readonly [name in Places<Of>]: string | number };

/** The same keys in another language: each a text or plural forms of its own. */
export type TranslationOf<Texts> = { readonly [key in keyof Texts]: Text };
