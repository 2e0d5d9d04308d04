/** What a person has typed is not replaced by what arrives later. Pure. */

/** For a setter, once a save has succeeded: the next value, unless the field has changed since it was submitted. */
export const unlessChanged =
  <Value>(submitted: Value, next: Value) =>
  (now: Value): Value =>
    now === submitted ? next : now;

/** After a blank line, if there is text. */
export const appended = (text: string, addition: string): string => (text.trim() === "" ? addition : `${text.trimEnd()}\n\n${addition}`);

/** A word after a slash in the text, which selects a canned reply. */
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

/** The reply in place of its slash and word, separated from the text around it; appended, if they are gone. */
export function inPlaceOf({ from, typed }: SlashWord, text: string, reply: string): string {
  const word = `/${typed}`;
  if (!text.startsWith(word, from)) return appended(text, reply);
  const [before, after] = [text.slice(0, from), text.slice(from + word.length)];
  return [before, /\S$/.test(before) ? " " : "", reply, /^\S/.test(after) ? " " : "", after].join("");
}
