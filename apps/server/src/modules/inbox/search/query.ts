import { endsUnspaced, fold } from "./fold.ts";

/** What search_messages() and search_contacts() get. */
export interface SearchPlan {
  /** Folded words of the question, without spaces at their ends; the longest first. */
  words: string[];
  /** LIKE patterns, one per word: it begins a word of the text. */
  exact: string[];
  /** Words long enough to be misspelt; null: none, so there is no second try. */
  similar: string[] | null;
  /** Patterns of the other words. */
  beside: string[] | null;
}

const wordsMax = 8;
/** The index serves three; more would say little. */
const similarMax = 3;
/** Below that a likeness says nothing. */
const similarLettersMin = 4;

/** Null when nothing in the text is a letter or digit. Pure. */
export function planSearch(q: string): SearchPlan | null {
  const words = [
    ...new Set(
      q
        .split(/\s+/u)
        .map((word) => fold(word).trim())
        .filter((word) => word !== ""),
    ),
  ]
    // The longest word is the most telling: it goes to the index.
    .sort((a, b) => b.length - a.length)
    .slice(0, wordsMax);
  if (words.length === 0) return null;
  // A number with another digit is another number.
  const similar = words.filter((word) => !/[ \p{N}]/u.test(word) && [...word].length >= similarLettersMin).slice(0, similarMax);
  const beside = words.filter((word) => !similar.includes(word)).map(pattern);
  return {
    words,
    exact: words.map(pattern),
    similar: similar.length === 0 ? null : similar,
    beside: beside.length === 0 ? null : beside,
  };
}

/** Folding leaves letters and digits only, so there is nothing to escape. */
function pattern(word: string): string {
  return `% ${word}${endsUnspaced(word) ? " " : ""}%`;
}
