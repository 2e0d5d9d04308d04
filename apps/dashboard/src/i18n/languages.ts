import type { Catalogue } from "./catalogue.ts";

export interface Language {
  /** As its speakers write it. */
  name: string;
  dir: "ltr" | "rtl";
  load(): Promise<Catalogue>;
}

/** Languages that a person can choose; each is fetched when it is needed. */
export type LanguageCode = "en" | "de" | "es" | "pt-BR" | "id" | "ar";

export const languages: Readonly<Record<LanguageCode, Language>> = {
  en: { name: "English", dir: "ltr", load: async () => (await import("./en/index.ts")).en },
  de: { name: "Deutsch", dir: "ltr", load: async () => (await import("./de/index.ts")).de },
  es: { name: "Español", dir: "ltr", load: async () => (await import("./es/index.ts")).es },
  "pt-BR": { name: "Português (Brasil)", dir: "ltr", load: async () => (await import("./pt-BR/index.ts")).ptBR },
  id: { name: "Bahasa Indonesia", dir: "ltr", load: async () => (await import("./id/index.ts")).id },
  ar: { name: "العربية", dir: "rtl", load: async () => (await import("./ar/index.ts")).ar },
};
export function isLanguage(code: string | null | undefined): code is LanguageCode {
  return code != null && Object.hasOwn(languages, code);
}

/** The first of the browser's languages that there is; else English. */
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
