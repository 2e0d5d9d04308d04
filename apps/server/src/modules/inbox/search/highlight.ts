import { foldWithPositions } from "./fold.ts";

export interface Highlighted {
  snippet: string;
  /** Ranges in `snippet`, in UTF-16 units, as JavaScript counts. */
  highlights: { start: number; end: number }[];
}

const snippetMax = 160;
/** How much of a text is searched, so that a page of long texts does not delay other requests. */
const scannedMax = 8_000;
/** How much is shown before the first match. */
const leadMax = 40;
/** The threshold of the index: pg_trgm.word_similarity_threshold of functions/search_messages.sql. */
const similarityMin = 0.4;

/** The part of a text around the first match, with the positions of the query's words in it. Pure. */
export function highlight(whole: string, words: string[]): Highlighted {
  const text = whole.slice(0, isLowSurrogate(whole, scannedMax) ? scannedMax - 1 : scannedMax);
  const ranges = merge(exactRanges(text, words));
  const found = ranges.length > 0 ? ranges : merge(similarRanges(text, words));
  const first = found[0]?.start ?? 0;
  let start = first <= leadMax ? 0 : wordStart(text, first - leadMax);
  if (isLowSurrogate(text, start)) start -= 1;
  let end = Math.min(text.length, start + snippetMax);
  if (isLowSurrogate(text, end)) end -= 1;
  const before = start > 0 ? "…" : "";
  const after = end < whole.length ? "…" : "";
  return {
    snippet: `${before}${text.slice(start, end)}${after}`,
    highlights: found
      .filter((range) => range.end <= end && range.start >= start)
      .map((range) => ({ start: range.start - start + before.length, end: range.end - start + before.length })),
  };
}

interface Range {
  start: number;
  end: number;
}

function exactRanges(text: string, words: string[]): Range[] {
  const folded = foldWithPositions(text);
  const ranges: Range[] = [];
  for (const word of words) {
    const wanted = ` ${word}`;
    for (let at = folded.text.indexOf(wanted); at >= 0; at = folded.text.indexOf(wanted, at + 1)) {
      const last = at + wanted.length - 1;
      ranges.push({ start: folded.from[at + 1] as number, end: endOf(text, folded.from[last] as number) });
    }
  }
  return ranges;
}

/** The words of the text that are similar to one of the query. */
function similarRanges(text: string, words: string[]): Range[] {
  const ranges: Range[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const folded = foldWithPositions(match[0]).text.trim();
    if (words.some((word) => similarity(word, folded) >= similarityMin))
      ranges.push({ start: match.index, end: match.index + match[0].length });
  }
  return ranges;
}

/** The share of the searched word's trigrams that the other word has. */
function similarity(word: string, other: string): number {
  const trigrams = (text: string) => {
    const padded = `  ${text} `;
    return new Set(Array.from({ length: padded.length - 2 }, (_, i) => padded.slice(i, i + 3)));
  };
  const wanted = trigrams(word);
  const has = trigrams(other);
  return [...wanted].filter((t) => has.has(t)).length / wanted.size;
}

function merge(ranges: Range[]): Range[] {
  const out: Range[] = [];
  for (const range of ranges.sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = out.at(-1);
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else out.push({ ...range });
  }
  return out;
}

/** The end of the character at a position, with its combining marks. */
function endOf(text: string, at: number): number {
  let end = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  while (end < text.length && /\p{M}/u.test(text[end] as string)) end += 1;
  return end;
}

function wordStart(text: string, at: number): number {
  const space = text.lastIndexOf(" ", at);
  return space > at - leadMax ? space + 1 : at;
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
