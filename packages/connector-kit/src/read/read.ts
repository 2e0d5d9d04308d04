/**
 * Readers for foreign JSON: every look-up sees own properties only (a field named `constructor` is simply unknown), and every reader
 * returns undefined instead of throwing.
 */
export type Json = Record<string, unknown>;

/** Deeper than any of the platform's payloads; anything below is cut, so that our recursion cannot exhaust the stack. */
const DEPTH_MAX = 64;

export function asObject(value: unknown): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

export function own(value: unknown, key: string): unknown {
  const object = asObject(value);
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

export function objectAt(value: unknown, key: string): Json | undefined {
  return asObject(firstOf(own(value, key)));
}

/** A non-empty string; platforms use numbers and strings interchangeably. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

export function textAt(value: unknown, key: string): string | undefined {
  return textOf(own(value, key));
}

export function integerOf(value: unknown): number | undefined {
  if (typeof value === "string" && /^-?\d{1,15}$/.test(value)) return Number(value);
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}

/**
 * An id that can serve as a key of ours: no control characters, no `|` (our separator), at most `max` characters. A number only if it is a
 * safe integer.
 */
export function idOf(value: unknown, max = 300): string | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== "string" || value === "" || value.length > max) return undefined;
  return /[\u0000-\u001f\u007f|\ufffd]/.test(value) ? undefined : value;
}

export function idAt(value: unknown, key: string, max?: number): string | undefined {
  return idOf(own(value, key), max);
}

/** The parts of a list: absent and null count as none, one bare part is a list of one, wrapped lists are unwrapped. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.flat(DEPTH_MAX) : [value];
}

export function listAt(value: unknown, key: string): unknown[] {
  return listOf(own(value, key));
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value.flat(DEPTH_MAX)[0] : value;
}

/** PostgreSQL text cannot store NUL and lone surrogates; they become U+FFFD. Everything else stays. */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes("\u0000") ? wellFormed.replaceAll("\u0000", "\ufffd") : wellFormed;
}

/** A copy that can be stored: texts and keys cleaned, depth bounded, only JSON values. */
export function cleanJson(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEPTH_MAX) return "\u2026";
  if (Array.isArray(value)) return value.map((part) => cleanJson(part, depth + 1));
  // fromEntries defines properties, so that a key named __proto__ stays a key.
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [cleanText(key), cleanJson(part, depth + 1)]));
}

/** Keys from the platform's snake_case to our camelCase, at every depth; keys of any other form stay. */
export function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys);
  const object = asObject(value);
  if (object === undefined) return value;
  return Object.fromEntries(Object.entries(object).map(([key, part]) => [camelKey(key), camelKeys(part)]));
}

function camelKey(key: string): string {
  return /^[a-z0-9]+(_[a-z0-9]+)+$/.test(key) ? key.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase()) : key;
}

/** An object without its undefined properties. */
export function compact<T extends Json>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
