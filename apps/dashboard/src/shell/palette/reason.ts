import type { MessageHit } from "@parley/sdk";
import { marksIn, plainText, withoutMarks } from "../../parts/plain-text.ts";
import { match, type Match } from "./match.ts";

export interface MarkedText {
  text: string;
  marks: Match["marks"];
}

/** A text with the typed words that are in it, or null unless all are. Pure. */
export function markWords(text: string | null, typed: string): MarkedText | null {
  const found = text === null ? null : match(text, typed);
  return text === null || found === null ? null : { text, marks: found.marks };
}

/** A phone number with the typed digits, however they are grouped. Pure. */
export function markDigits(phone: string | null, typed: string): MarkedText | null {
  const digits = typed.replace(/\D/g, "");
  if (phone === null || digits === "" || /[^\d\s+().-]/.test(typed)) return null;
  const places = [...phone].flatMap((sign, at) => (/\d/.test(sign) ? [at] : []));
  const at = places
    .map((place) => phone[place])
    .join("")
    .indexOf(digits);
  const [start, last] = [places[at], places[at + digits.length - 1]];
  return start === undefined || last === undefined ? null : { text: phone, marks: [[start, last + 1]] };
}

/** The server's snippet with its highlights, without the formatting marks of chat apps. Pure. */
export function markSnippet({ snippet, highlights }: Pick<MessageHit, "snippet" | "highlights">): MarkedText {
  const signs = marksIn(snippet);
  const at = (place: number) => withoutMarks(snippet.slice(0, place), signs).length;
  return { text: plainText(snippet), marks: highlights.map(({ start, end }) => [at(start), at(end)]) };
}
