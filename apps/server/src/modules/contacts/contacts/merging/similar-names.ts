import { normalForm } from "#platform/text/normal.ts";

/** Whether two names may be the same person's: the same words in any order, one's words contained in the other's, or nearly so. Pure. */
export function similarNames(a: string, b: string): boolean {
  const [one, two] = [wordsOf(a), wordsOf(b)];
  if (one.length === 0 || two.length === 0) return false;
  const [few, many] = one.length <= two.length ? [one, two] : [two, one];
  if (few.every((word) => many.includes(word))) return true;
  return similarity(one.join(" "), two.join(" ")) >= 0.75;
}

/** Lower case without accents, because platforms and people spell a name in several ways. */
function wordsOf(name: string): string[] {
  const plain = normalForm("NFKD", name)
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
  return [...new Set(plain.split(/[^\p{L}\p{N}\p{Mc}]+/u).filter((word) => word !== ""))].sort();
}

/** The Dice coefficient of adjacent letter pairs: twice the common ones divided by the total, 0 to 1. */
function similarity(a: string, b: string): number {
  const pairs = (text: string) => Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2));
  const left = pairs(a);
  const right = pairs(b);
  if (left.length === 0 || right.length === 0) return 0;
  let shared = 0;
  const rest = [...right];
  for (const pair of left) {
    const at = rest.indexOf(pair);
    if (at < 0) continue;
    rest.splice(at, 1);
    shared += 1;
  }
  return (2 * shared) / (left.length + right.length);
}
