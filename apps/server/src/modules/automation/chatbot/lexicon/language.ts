import { normalizePhrase } from "./normalize.ts";
import { normalForm } from "#platform/text/normal.ts";

/**
 * How people ask for a human in one language. Everything is in the form that `normalizePhrase` returns; alternatives
 * are separated by bars.
 */
export interface HandoverLanguage {
  /** How the wish is expressed: talk to, connect me with, I need. */
  ask: string;
  /** A human who answers. */
  human: string;
  /** How many words may come between the two; 3 by default. */
  gap?: number;
  /** The human comes first, in languages whose verb comes last. */
  reversed?: boolean;
  /** Whole sentences that ask in another way. */
  phrases?: string;
  /** Words that ask if they are the whole message. */
  bare: string;
  /** Courtesy that may surround a bare word. */
  courtesy: string;
  /** Phrases that reject the machine. */
  antiBot: string;
  /** Phrases that cancel the meaning: no need for, yesterday, my own. */
  unless: string;
}

export interface HandoverMatcher {
  matches(normalized: string): boolean;
}

/** Each sentence is checked separately: what cancels the meaning of one says nothing about the next. */
export function createMatcher(given: HandoverLanguage): HandoverMatcher {
  // Normalised like the text: some Devanagari letters have two Unicode forms.
  const language = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, typeof value === "string" ? normalForm("NFC", value) : value]),
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

/** The sentences of a message. */
export function sentencesOf(text: string): string[] {
  const parts = text.split(/[.!?…।؟\n]+|,\s+(?:but|pero|mas|aber|mais|ma|tapi|lekin|ama)\b/iu).map(normalizePhrase);
  return [...new Set(parts)].filter((part) => part.trim() !== "");
}
