/** What a person has typed is not replaced by what arrives later. Pure. */

/** For a setter, once a save has succeeded: the next value, unless the field has changed since it was submitted. */
export const unlessChanged =
  <Value>(submitted: Value, next: Value) =>
  (now: Value): Value =>
    now === submitted ? next : now;

/** After a blank line, if there is text. */
export const appended = (text: string, addition: string): string => (text.trim() === "" ? addition : `${text.trimEnd()}\n\n${addition}`);
