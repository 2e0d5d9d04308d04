import { preview } from "#platform/text/clean.ts";
import { prepareText } from "./languages.ts";

const snippetLength = 240;
const wordsMax = 32;

/**
 * The part of a passage that says most about the question, in whole sentences where they are short enough, at most 240
 * characters. Words are compared by their beginnings, because endings are what stemmers take away.
 */
export function snippetOf(body: string, question: string, language: string): string {
  const text = body.replace(/\s+/g, " ").trim();
  if (text.length <= snippetLength) return text;
  const stems = [...new Set(fold(prepareText(question, language)).split(/[^\p{L}\p{M}\p{N}]+/u))]
    .filter((word) => word !== "")
    .map((word) => (word.length > 5 ? word.slice(0, Math.max(4, word.length - 3)) : word))
    .slice(0, wordsMax);
  const starts = sentenceStarts(text, language);
  let best = { start: 0, score: -1 };
  for (const start of starts) {
    const window = fold(text.slice(start, start + snippetLength));
    // The earlier in it the better: what comes before may be left out, what comes after is read next.
    const score = stems.reduce((sum, stem) => {
      const at = placeIn(window, stem);
      return at < 0 ? sum : sum + Math.min(stem.length, 8) * (1 - at / (2 * snippetLength));
    }, 0);
    if (score > best.score) best = { start, score };
  }
  const cut = preview(text.slice(best.start).toWellFormed(), snippetLength);
  const isCut = best.start + cut.length < text.length;
  // Not within a word, where there are spaces.
  const shown = (isCut ? cut.replace(/(?<=\s)\S{1,30}$/, "") : cut).trim();
  return `${best.start > 0 ? "… " : ""}${shown}${isCut ? " …" : ""}`;
}

/** Where sentences begin, and within long ones every 120 characters at a word. */
function sentenceStarts(text: string, language: string): number[] {
  const starts: number[] = [];
  for (const { index, segment } of new Intl.Segmenter(language, { granularity: "sentence" }).segment(text)) {
    starts.push(index);
    for (let at = 120; at < segment.length; at += 120) {
      const space = segment.indexOf(" ", at);
      starts.push(index + (space >= 0 && space < at + 40 ? space + 1 : at));
    }
  }
  return starts;
}

/** Where a word of the window begins like that; -1: nowhere. */
function placeIn(window: string, stem: string): number {
  for (let at = window.indexOf(stem); at >= 0; at = window.indexOf(stem, at + 1)) {
    // In scripts without spaces a word may begin anywhere.
    if (at === 0 || !/[a-z\d\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(window[at - 1] as string)) return at;
  }
  return -1;
}

function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase();
}
