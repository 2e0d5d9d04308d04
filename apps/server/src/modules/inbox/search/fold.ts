import { normalForm } from "#platform/text/normal.ts";

/**
 * Normalises texts for search: lower case without accents; everything but letters and digits becomes one space; one space at both ends;
 * characters of scripts without spaces get spaces around them, so that any part of a sentence is a sequence of words. Pure.
 */

/** Han, kana, Thai, Lao, Khmer and Myanmar, vowel signs included. */
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
/** Accents of Latin, Greek and Cyrillic letters. Vowel signs of other scripts are letters to their readers. */
const accents = /[\u0300-\u036f]/g;

export interface Folded {
  text: string;
  /** For each UTF-16 unit of `text`, its position in the original. */
  from: number[];
}

/** Keeps the positions in the original, for highlights. */
export function foldWithPositions(original: string): Folded {
  let text = " ";
  const from = [0];
  let at = 0;
  const push = (piece: string, place: number) => {
    text += piece;
    for (let i = 0; i < piece.length; i++) from.push(place);
  };
  const space = (place: number) => {
    if (!text.endsWith(" ")) push(" ", place);
  };
  for (const character of original) {
    if (character <= "\x7f") {
      // A fast path for most characters of most texts.
      const letter = /[A-Za-z0-9]/.test(character);
      if (letter) push(character.toLowerCase(), at);
      else space(at);
      at += 1;
      continue;
    }
    const plain = normalForm("NFC", normalForm("NFKD", character).replace(accents, "").toLowerCase());
    for (const part of plain) {
      if (!wordCharacter.test(part)) space(at);
      else if (unspaced.test(part)) {
        space(at);
        push(part, at);
        push(" ", at);
      } else push(part, at);
    }
    at += character.length;
  }
  space(at);
  return { text, from };
}

export function fold(original: string): string {
  return foldWithPositions(original).text;
}

/** Whether a folded word ends in a script without spaces: then it cannot be the beginning of a longer word. */
export function endsUnspaced(folded: string): boolean {
  const last = [...folded.trimEnd()].at(-1);
  return last !== undefined && unspaced.test(last);
}
