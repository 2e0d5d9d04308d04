/** The texts of the current language: those for the first load at once, all others before late components are rendered. */
import type { Catalogue } from "./catalogue.ts";
import { createI18n, type I18n } from "./i18n.tsx";
import { type LanguageCode, languages } from "./languages.ts";

interface Shown {
  language: LanguageCode;
  texts: Partial<Catalogue>;
  rest: Promise<void> | null;
}

let shown: Shown | null = null;

/** For the first render; `withTexts` loads the rest. */
export async function firstTexts(language: LanguageCode): Promise<I18n> {
  const own: Shown = { language, texts: {}, rest: null };
  shown = own;
  Object.assign(own.texts, await languages[language].loadFirst());
  return createI18n(language, own.texts as Catalogue);
}

/** For another language: the whole screen switches at once. */
export async function allTexts(language: LanguageCode): Promise<I18n> {
  const { loadFirst, loadRest } = languages[language];
  const texts: Catalogue = { ...(await loadFirst()), ...(await loadRest()) };
  shown = { language, texts, rest: Promise.resolve() };
  return createI18n(language, texts);
}

/** Loads something that may need any text; resolves when all texts are loaded. */
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
