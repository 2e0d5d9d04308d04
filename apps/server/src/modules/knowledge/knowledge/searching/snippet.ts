import { preview } from "#platform/text/clean.ts";
import { normalForm } from "#platform/text/normal.ts";
import { prepareText } from "./languages.ts";

const snippetLength = 240;
const wordsMax = 32;

/**
 * The most relevant part of a passage for a question, in whole sentences if they are short enough, at most 240
 * characters. Words are compared by prefix, because stemmers remove endings.
 */
export function snippetOf(body: string, question: string, language: string): string {
  const text = body.replace(/\s+/g, " ").trim();
  if (text.length <= snippetLength) return text;
  const stems = [...new Set(fold(prepareText(question, language)).split(/[^\p{L}\p{M}\p{N}]+/u))]
    .filter((word) => word !== "")
    .map((word) => (word.length > 5 ? word.slice(0, Math.max(4, word.length - 3)) : word))
    .slice(0, wordsMax);
  const folded = foldInPlace(text);
  const places = stems.map((stem) => ({ weight: Math.min(stem.length, 8), at: placesOf(folded, stem), length: stem.length }));
  let best = { start: 0, score: -1 };
  for (const start of sentenceStarts(text, language)) {
    // Earlier matches score higher: the text before them may be left out, the text after them is read next.
    const score = places.reduce((sum, { weight, at, length }) => {
      const first = at.find((place) => place >= start);
      return first === undefined || first + length > start + snippetLength
        ? sum
        : sum + weight * (1 - (first - start) / (2 * snippetLength));
    }, 0);
    if (score > best.score) best = { start, score };
  }
  const cut = preview(text.slice(best.start).toWellFormed(), snippetLength);
  const isCut = best.start + cut.length < text.length;
  // Cut between words, where there are spaces.
  const shown = (isCut ? cut.replace(/(?<=\s)\S{1,30}$/, "") : cut).trim();
  return `${best.start > 0 ? "… " : ""}${shown}${isCut ? " …" : ""}`;
}

const segmenters = new Map<string, Intl.Segmenter>();

/** Cached per language: creating one takes longer than using it. */
function sentencesOf(language: string): Intl.Segmenter {
  let segmenter = segmenters.get(language);
  if (segmenter === undefined) segmenters.set(language, (segmenter = new Intl.Segmenter(language, { granularity: "sentence" })));
  return segmenter;
}

/** The starts of sentences, and within long ones every 120 characters at a word. */
function sentenceStarts(text: string, language: string): number[] {
  const starts: number[] = [];
  for (const { index, segment } of sentencesOf(language).segment(text)) {
    starts.push(index);
    for (let at = 120; at < segment.length; at += 120) {
      const space = segment.indexOf(" ", at);
      starts.push(index + (space >= 0 && space < at + 40 ? space + 1 : at));
    }
  }
  return starts;
}

/** The positions of words with this prefix. */
function placesOf(folded: string, stem: string): number[] {
  const places: number[] = [];
  for (let at = folded.indexOf(stem); at >= 0; at = folded.indexOf(stem, at + 1)) {
    // In scripts without spaces, a word may start anywhere.
    if (at === 0 || !/[a-z\d\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(folded[at - 1] as string)) places.push(at);
  }
  return places;
}

function fold(text: string): string {
  return normalForm("NFC", normalForm("NFD", text).replace(/[\u0300-\u036f]/g, "")).toLowerCase();
}

const plainUnits = new Map<string, string>();

/** Lower case without accents, each code unit at its original position. */
function foldInPlace(text: string): string {
  return text.toLowerCase().length === text.length && /^[\x20-\x7e]*$/.test(text)
    ? text.toLowerCase()
    : text.replace(/[^\x20-\x40\x5b-\x7e]/g, (unit) => {
        let plain = plainUnits.get(unit);
        if (plain === undefined) {
          const found = fold(unit);
          plain = found.length === 0 ? unit : (found[0] as string);
          if (plainUnits.size < 10_000) plainUnits.set(unit, plain);
        }
        return plain;
      });
}
