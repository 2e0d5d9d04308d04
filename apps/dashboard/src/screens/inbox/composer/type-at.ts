import { flushSync } from "react-dom";

/** Changes the text of the composer, and puts the caret there at once: the next key may be pressed before the next frame. */
export function typeAt(field: HTMLTextAreaElement | null, change: () => void, caret: number): void {
  // A new value puts the caret at its end.
  flushSync(change);
  field?.focus();
  field?.setSelectionRange(caret, caret);
}
