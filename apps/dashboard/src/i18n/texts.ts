/** The texts of the language that is shown: those of the first load at once, all others before whatever is fetched late is drawn. */
import type { Catalogue } from "./catalogue.ts";
import { createI18n, type I18n } from "./i18n.tsx";
import { type LanguageCode, languages } from "./languages.ts";

interface Shown {
  language: LanguageCode;
  texts: Partial<Catalogue>;
  rest: Promise<void> | null;
}

let shown: Shown | null = null;

/** For the first picture; `withTexts` brings the rest. */
export async function firstTexts(language: LanguageCode): Promise<I18n> {
  const own: Shown = { language, texts: {}, rest: null };
  shown = own;
  Object.assign(own.texts, await languages[language].loadFirst());
  return createI18n(language, own.texts as Catalogue);
}

/** Of another language: whatever is on the screen is said in it at once. */
export async function allTexts(language: LanguageCode): Promise<I18n> {
  const { loadFirst, loadRest } = languages[language];
  const texts: Catalogue = { ...(await loadFirst()), ...(await loadRest()) };
  shown = { language, texts, rest: Promise.resolve() };
  return createI18n(language, texts);
}

/** Loads something that may need any text: it is there when all of them are. */
export async function withTexts<Code>(load: () => Promise<Code>): Promise<Code> {
  const [code] = await Promise.all([load(), restOfTexts()]);
  return code;
}

function restOfTexts(): Promise<void> {
  if (shown === null) throw new Error("no language is shown yet");
  const own = shown;
  own.rest ??= languages[own.language].loadRest().then(
    (rest) => void Object.assign(own.texts, rest),
    (error: unknown) => {
      own.rest = null;
      throw error;
    },
  );
  return own.rest;
}
