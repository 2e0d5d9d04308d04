/** Above the longest text that any platform lets a customer write. */
export const matchedLengthMax = 8_192;

/**
 * What of a text that somebody else wrote is looked at for a meaning: words to stop, ratings, keywords of flows, requests for a person. The text itself is
 * stored, shown and sent on whole. Every matcher gets its text from here, so that none has to be written for a text without an end (ADR 152). Pure.
 */
export function matchedPart(text: string): string {
  return text.length <= matchedLengthMax ? text : text.slice(0, matchedLengthMax).toWellFormed();
}
