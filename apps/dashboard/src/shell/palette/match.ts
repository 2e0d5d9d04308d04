/** Matches a line with the typed text: ignores accents and case, words in any order, one typo in longer words. Pure. */
export interface Match {
  score: number;
  /** Where the typed words are in the text, for highlighting: start and end. */
  marks: [start: number, end: number][];
}

/** The letters without accents, in the same length, so that positions in one are positions in the other. */
export function plain(text: string): string {
  // An emoji is one letter of two units.
  return [...text].map((letter) => (letter.length > 1 ? letter : letter.normalize("NFD").charAt(0).toLowerCase())).join("");
}

/** The typed words. */
function wordsOf(typed: string): string[] {
  return plain(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
}

export function match(text: string, typed: string): Match | null {
  const words = wordsOf(typed);
  if (words.length === 0) return { score: 0, marks: [] };
  const letters = plain(text);
  let score = 0;
  const marks: [number, number][] = [];
  for (const word of words) {
    const at = letters.indexOf(word);
    const near = at === -1 && word.length >= 4 ? [...letters.matchAll(/[\p{L}\p{N}]+/gu)].find(([each]) => nearly(each, word)) : undefined;
    if (at !== -1) {
      const begins = at === 0 || /[^\p{L}\p{N}]/u.test(letters.charAt(at - 1));
      score += (begins ? 3 : 1) + (at === 0 ? 1 : 0);
      marks.push([at, at + word.length]);
    } else if (near !== undefined) {
      score += 0.5;
      marks.push([near.index, near.index + near[0].length]);
    } else return null;
  }
  return { score: score - letters.length / 1_000, marks };
}

/** Whether a word begins like the typed one, apart from one letter. */
function nearly(word: string, typed: string): boolean {
  for (let at = 0; at < typed.length; at++) {
    if (word.charAt(at) === typed.charAt(at)) continue;
    const rest = typed.slice(at + 1);
    return word.slice(at + 1).startsWith(rest) || word.slice(at).startsWith(rest) || word.slice(at + 1).startsWith(typed.slice(at));
  }
  return word.startsWith(typed);
}
