/**
 * JSON.parse that keeps every digit: an integer beyond 2^53 becomes a string.
 * Platforms send ids as bare numbers now and then; a rounded id would route to nobody, or to somebody else.
 * The reviver is slow, so it only runs when the text holds a long run of digits outside of a string's start.
 *
 * A body nested so deep that the reviver runs out of stack is parsed without it. Its big integers then stay rounded
 * numbers: whoever reads an id must refuse a number that is not a safe integer.
 */
export function parseJsonKeepingDigits(text: string): unknown {
  if (!/[:[,\s]-?\d{16,}/.test(text)) return JSON.parse(text);
  try {
    return JSON.parse(text, keepDigits);
  } catch (error) {
    if (error instanceof RangeError) return JSON.parse(text);
    throw error;
  }
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== "number" || Number.isSafeInteger(value) || source === undefined) return value;
  return /^-?\d+$/.test(source) ? source : value;
}
