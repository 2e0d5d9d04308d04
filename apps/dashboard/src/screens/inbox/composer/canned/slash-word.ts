/** A word after a slash in the text, which selects a canned reply. Pure. */
import { appended } from "../../../../parts/fields/typed-text.ts";

export interface SlashWord {
  /** The position of the slash. */
  from: number;
  typed: string;
}

/** The word after a slash that ends at the caret; null: there is none. The slash is the first letter, or where the menu was `opened`. */
export function slashAt(text: string, caret: number, opened: number | null): SlashWord | null {
  const from = opened !== null && caret > opened && text[opened] === "/" ? opened : 0;
  const typed = /^\/(\S{0,40})$/.exec(text.slice(from, caret))?.[1];
  return typed === undefined ? null : { from, typed };
}

/** With what follows the caret, as far as the word still selects the reply: the caret may be in its middle. */
export function wholeWord({ from, typed }: SlashWord, text: string, selects: (typed: string) => boolean): SlashWord {
  let whole = typed;
  // After the slash alone, what follows is the person's own text.
  for (const letter of typed === "" ? "" : text.slice(from + 1 + typed.length)) {
    if (letter.trim() === "" || !selects(whole + letter)) break;
    whole += letter;
  }
  return { from, typed: whole };
}

/** The reply in place of its slash and word, separated from the words around it; appended, if they are gone. */
export function inPlaceOf({ from, typed }: SlashWord, text: string, reply: string): string {
  const word = `/${typed}`;
  if (!text.startsWith(word, from)) return appended(text, reply);
  const [before, after] = [text.slice(0, from), text.slice(from + word.length)];
  return [before, /\S$/.test(before) ? " " : "", reply, /^[\p{L}\p{N}]/u.test(after) ? " " : "", after].join("");
}
