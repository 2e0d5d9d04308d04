/** Above the longest text that any platform lets a customer write. */
export const matchedLengthMax = 8_192;

/**
 * The part of a customer's text that is matched against something: opt-out words, ratings, keywords of flows, requests
 * for a person. The text itself is stored, shown and sent on in full. Every matcher gets its text from here, so that
 * none has to handle an unbounded text (ADR 152). Pure.
 */
export function matchedPart(text: string): string {
  return text.length <= matchedLengthMax ? text : text.slice(0, matchedLengthMax).toWellFormed();
}
