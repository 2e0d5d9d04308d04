import { normalForm } from "./normal.ts";

/**
 * How to search a lower-cased text for a search box's words: LIKE patterns, the most selective one first. Null for text
 * without a word. Pure.
 */
export function planTextSearch(q: string): { first: string; rest: string[] } | null {
  const words = [...new Set(normalForm("NFC", q).trim().toLowerCase().split(/\s+/u))].filter((word) => word !== "").slice(0, wordsMax);
  // The longest is the most selective: the index uses it, and the others only narrow the result.
  const [first, ...rest] = words.sort((a, b) => b.length - a.length).map(contains);
  return first === undefined ? null : { first, rest };
}

const wordsMax = 8;

function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
