/**
 * JSON.parse that keeps every digit: an integer beyond 2^53 becomes a string. Platforms sometimes send ids as bare numbers, and a rounded
 * id would be routed to nobody or to somebody else. The reviver is slow, so it only runs when the text has a long run of digits that does
 * not start a string.
 *
 * A body nested so deep that the reviver exhausts the stack is parsed without it. Its big integers then stay rounded numbers, so a reader
 * of ids must reject a number that is not a safe integer.
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
