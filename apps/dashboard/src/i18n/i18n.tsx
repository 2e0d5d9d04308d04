/** Texts, numbers and dates in the reader's language: `const { t, format } = useI18n()`. */
import { createContext, type ReactNode, use } from "react";
import type { Catalogue, Key, PlainKey } from "./catalogue.ts";
import type { en } from "./en/index.ts";
import { createFormat, type Format } from "./format.ts";
import { type LanguageCode, languages } from "./languages.ts";
import type { Text, Values } from "./messages.ts";

type Arguments<K extends Key> = keyof Values<(typeof en)[K]> extends never ? [] : [values: Values<(typeof en)[K]>];
export type Translate = <K extends Key>(key: K, ...values: Arguments<K>) => string;

export interface I18n {
  language: LanguageCode;
  dir: "ltr" | "rtl";
  t: Translate;
  /** For a key stored by an older version of the page: whether the text still exists. */
  has(key: string): key is PlainKey;
  format: Format;
}

export function createI18n(language: LanguageCode, catalogue: Catalogue): I18n {
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  const t = (key: Key, values: Record<string, string | number> = {}) => fill(catalogue[key], values, plural, number);
  return {
    language,
    dir: languages[language].dir,
    t: t as Translate,
    has: (key): key is PlainKey => Object.hasOwn(catalogue, key),
    format: createFormat(language),
  };
}

function fill(text: Text, values: Record<string, string | number>, plural: Intl.PluralRules, number: Intl.NumberFormat): string {
  const chosen = typeof text === "string" ? text : (text[plural.select(Number(values["n"]))] ?? text.other);
  return chosen.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return value === undefined ? place : typeof value === "number" ? number.format(value) : value;
  });
}

const Context = createContext<I18n | null>(null);

export function I18nProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  return <Context value={i18n}>{children}</Context>;
}

export function useI18n(): I18n {
  const i18n = use(Context);
  if (i18n === null) throw new Error("there is no I18nProvider above");
  return i18n;
}
