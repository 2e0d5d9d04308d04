import { endsUnspaced, fold } from "./fold.ts";

/** The parameters of search_messages() and search_contacts(). */
export interface SearchPlan {
  /** Folded words of the query, without spaces at their ends, the longest first. */
  words: string[];
  /** LIKE patterns, one per word: a word of the text starts with it. */
  exact: string[];
  /** Words long enough to be misspelled. null: there are none, so there is no second attempt. */
  similar: string[] | null;
  /** Patterns of the other words. */
  otherPatterns: string[] | null;
}

const wordsMax = 8;
/** Three are enough for the index; more would add little. */
const similarMax = 3;
/** Similarity of shorter words is meaningless. */
const similarLettersMin = 4;

/** Null if the text contains no letter or digit. Pure. */
export function planSearch(q: string): SearchPlan | null {
  const words = [
    ...new Set(
      q
        .split(/\s+/u)
        .map((word) => fold(word).trim())
        .filter((word) => word !== ""),
    ),
  ]
    // The longest word is the most selective one: the index gets it.
    .sort((a, b) => b.length - a.length)
    .slice(0, wordsMax);
  if (words.length === 0) return null;
  // A number with a different digit is a different number.
  const similar = words.filter((word) => !/[ \p{N}]/u.test(word) && [...word].length >= similarLettersMin).slice(0, similarMax);
  const otherPatterns = words.filter((word) => !similar.includes(word)).map(pattern);
  return {
    words,
    exact: words.map(pattern),
    similar: similar.length === 0 ? null : similar,
    otherPatterns: otherPatterns.length === 0 ? null : otherPatterns,
  };
}

/** Folding leaves only letters and digits, so there is nothing to escape. */
function pattern(word: string): string {
  return `% ${word}${endsUnspaced(word) ? " " : ""}%`;
}
