import { normalForm } from "#platform/text/normal.ts";

/** How customers answer a survey: a single number, or as many stars. Pure. */

const spelled = /^(?:([1-5])(?:\s*(?:\/|of|von|de|sur)\s*5)?|([1-5])\uFE0F?\u20E3)\s*[.!]*$/iu;
const stars = /^((?:[\u2B50\u{1F31F}\u2605]\uFE0F?\s*){1,5})(?:\u2606\uFE0F?\s*){0,4}$/u;
/** Nine stars, each with its variation selector and a space, are 36 characters. */
const lettersMax = 40;

/** 1 to 5; null: not an answer, but something that the customer wants. Only the whole message counts. */
export function readRating(text: string): number | null {
  const said = text.trim();
  if (said.length > lettersMax) return null;
  const number = spelled.exec(normalForm("NFKC", said));
  if (number !== null) return Number(number[1] ?? number[2]);
  const shown = stars.exec(said);
  return shown === null ? null : [...(shown[1] as string).matchAll(/[\u2B50\u{1F31F}\u2605]/gu)].length;
}

/** How long an answer, and after it a comment, is accepted. */
export const answerMsMax = 24 * 3_600_000;
