import type { FirstTexts, RestOfTexts } from "./catalogue.ts";

export interface Language {
  /** In the language itself. */
  name: string;
  dir: "ltr" | "rtl";
  /** The texts of the inbox's list and its surroundings. */
  loadFirst(): Promise<FirstTexts>;
  /** All other texts. */
  loadRest(): Promise<RestOfTexts>;
}

/** Languages that a person can choose; each is loaded when needed. */
export type LanguageCode = "en" | "de" | "es" | "pt-BR" | "id" | "ar";

export const languages: Readonly<Record<LanguageCode, Language>> = {
  en: {
    ...{ name: "English", dir: "ltr" },
    loadFirst: async () => (await import("./en/first.ts")).first,
    loadRest: async () => (await import("./en/rest.ts")).rest,
  },
  de: {
    ...{ name: "Deutsch", dir: "ltr" },
    loadFirst: async () => (await import("./de/first.ts")).first,
    loadRest: async () => (await import("./de/rest.ts")).rest,
  },
  es: {
    ...{ name: "Español", dir: "ltr" },
    loadFirst: async () => (await import("./es/first.ts")).first,
    loadRest: async () => (await import("./es/rest.ts")).rest,
  },
  "pt-BR": {
    ...{ name: "Português (Brasil)", dir: "ltr" },
    loadFirst: async () => (await import("./pt-BR/first.ts")).first,
    loadRest: async () => (await import("./pt-BR/rest.ts")).rest,
  },
  id: {
    ...{ name: "Bahasa Indonesia", dir: "ltr" },
    loadFirst: async () => (await import("./id/first.ts")).first,
    loadRest: async () => (await import("./id/rest.ts")).rest,
  },
  ar: {
    ...{ name: "العربية", dir: "rtl" },
    loadFirst: async () => (await import("./ar/first.ts")).first,
    loadRest: async () => (await import("./ar/rest.ts")).rest,
  },
};
export function isLanguage(code: string | null | undefined): code is LanguageCode {
  return code != null && Object.hasOwn(languages, code);
}

/** The first of the browser's languages that is available; otherwise English. */
export function preferredLanguage(wanted: readonly string[] = navigator.languages): LanguageCode {
  for (const each of wanted) {
    if (isLanguage(each)) return each;
    const base = each.split("-")[0];
    if (isLanguage(base)) return base;
    const regional = (Object.keys(languages) as LanguageCode[]).find((code) => code.split("-")[0] === base);
    if (regional !== undefined) return regional;
  }
  return "en";
}
