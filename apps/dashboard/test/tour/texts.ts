import type { Key } from "../../src/i18n/catalogue.ts";
import { type LanguageCode, languages } from "../../src/i18n/languages.ts";
import type { Text } from "../../src/i18n/messages.ts";

export interface Texts {
  /** Matches the text with any values in its placeholders. */
  pattern(key: Key): RegExp;
  /** Texts without placeholders, by key. */
  plain: ReadonlyMap<string, string>;
}

export async function textsOf(language: LanguageCode): Promise<Texts> {
  const { loadFirst, loadRest } = languages[language];
  const all = { ...(await loadFirst()), ...(await loadRest()) } as Readonly<Record<string, Text>>;
  return {
    pattern(key) {
      const text = all[key];
      if (typeof text !== "string") throw new Error(`${key} has plural forms`);
      const parts = text.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^$()[\]{}|\\]/g, "\\$&"));
      return new RegExp(`^${parts.join(".+")}`);
    },
    plain: new Map(
      Object.entries(all).filter((entry): entry is [string, string] => typeof entry[1] === "string" && !entry[1].includes("{")),
    ),
  };
}

/** English texts that must not appear on a page in the other language. */
export function untranslated(english: Texts, other: Texts): Set<string> {
  const suspicious = [...english.plain].filter(([key, text]) => /[a-z]{3}/i.test(text) && other.plain.get(key) !== text);
  const same = new Set([...other.plain.values()]);
  return new Set(suspicious.map(([, text]) => text).filter((text) => !same.has(text)));
}
