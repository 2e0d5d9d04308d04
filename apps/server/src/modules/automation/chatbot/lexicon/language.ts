import { normalizePhrase } from "./normalize.ts";

/** How people of one language ask for a human. Everything is written as `normalizePhrase` gives it; alternatives stand between bars. */
export interface HandoverLanguage {
  /** What is said to be wanted: talk to, connect me with, I need. */
  ask: string;
  /** A human who answers. */
  human: string;
  /** How many words may stand between the two; default 3. */
  gap?: number;
  /** The human comes first, as verbs do last. */
  reversed?: boolean;
  /** Whole sentences of asking that are made otherwise. */
  phrases?: string;
  /** What is the whole message. */
  bare: string;
  /** Courtesy that may stand around a bare word. */
  courtesy: string;
  /** The machine is refused. */
  antiBot: string;
  /** Takes the meaning away: no need for, yesterday, my own. */
  unless: string;
}

export interface HandoverMatcher {
  matches(normalized: string): boolean;
}

/** Each sentence is looked at by itself: what takes the meaning away in one says nothing of the next. */
export function createMatcher(given: HandoverLanguage): HandoverMatcher {
  // As the text is: some letters of Devanagari have two spellings.
  const language = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, typeof value === "string" ? value.normalize("NFC") : value]),
  ) as unknown as HandoverLanguage;
  const gap = language.gap ?? 3;
  const word = "\\S+ ";
  const between = `(?:${word}){0,${gap}}`;
  const ask = language.reversed
    ? new RegExp(` (?:${language.human}) ${between}(?:${language.ask}) `, "u")
    : new RegExp(` (?:${language.ask}) ${between}(?:${language.human}) `, "u");
  const phrases = language.phrases === undefined ? null : new RegExp(` (?:${language.phrases}) `, "u");
  const bare = new RegExp(`^ (?:(?:${language.courtesy}) )*(?:${language.bare}) (?:(?:${language.courtesy}) )*$`, "u");
  const antiBot = new RegExp(` (?:${language.antiBot}) `, "u");
  const unless = new RegExp(` (?:${language.unless}) `, "u");
  return {
    matches: (text) => bare.test(text) || antiBot.test(text) || ((ask.test(text) || (phrases?.test(text) ?? false)) && !unless.test(text)),
  };
}

/** The sentences of a message, and the message. */
export function sentencesOf(text: string): string[] {
  const parts = text.split(/[.!?…।؟\n]+|,\s+(?:but|pero|mas|aber|mais|ma|tapi|lekin|ama)\b/iu).map(normalizePhrase);
  return [...new Set(parts)].filter((part) => part.trim() !== "");
}
