/**
 * A text is a string with placeholders in braces, or one string for each plural form of its language (Intl.PluralRules), selected by `n`.
 * `messages` keeps the keys and placeholders as types, so that an unknown key or a missing value does not compile.
 */
export type Plural = { readonly [form in Intl.LDMLPluralRule]?: string } & { readonly other: string };
export type Text = string | Plural;

export function messages<const Texts extends Record<string, Text>>(texts: Texts): Texts {
  return texts;
}

type PlacesOf<Of extends string> = Of extends `${string}{${infer Name}}${infer Rest}` ? Name | PlacesOf<Rest> : never;
type Places<Of extends Text> = Of extends string ? PlacesOf<Of> : Of extends Plural ? "n" | PlacesOf<Of["other"]> : never;

/** The values for the placeholders of a text: numbers are formatted by the language. */
export type Values<Of extends Text> = { readonly [name in Places<Of>]: string | number };

/** The same keys in another language: each a text or plural forms of its own. */
export type TranslationOf<Texts> = { readonly [key in keyof Texts]: Text };
