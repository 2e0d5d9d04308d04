/** Makes text storable in PostgreSQL, whose `text` allows neither NUL nor, as UTF-8, lone surrogates. JSON allows both. */

const REPLACEMENT = "\uFFFD";

/** The text with every NUL and every lone surrogate replaced by U+FFFD; the same string if there is none. */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", REPLACEMENT) : wellFormed;
}

/**
 * The first `max` code units of a text, without half a character at the end: PostgreSQL refuses JSON that contains one.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

/** A parsed JSON value with every text and key cleaned by `cleanText`; the same value if all are storable. */
export function cleanValue<T>(value: T): T {
  return hasUnstorableText(value) ? (cleaned(value) as T) : value;
}

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [cleanText(name), cleaned(member)]));
}

/** Whether a parsed JSON value has, in any text or key at any depth, something that PostgreSQL cannot store. */
export function hasUnstorableText(value: unknown): boolean {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === "string") {
      if (!isStorable(next)) return true;
    } else if (Array.isArray(next)) {
      for (const item of next) pending.push(item);
    } else if (typeof next === "object" && next !== null) {
      for (const [name, member] of Object.entries(next)) {
        if (!isStorable(name)) return true;
        pending.push(member);
      }
    }
  }
  return false;
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A user-perceived character has a few code units; one with thousands (stacked marks) is an attack on the page. */
const UNITS_PER_GRAPHEME_MAX = 32;

// Printable ASCII and line feeds: each is one grapheme, even next to any other of them. (CR LF is one, so no CR here.)
const SIMPLE = /^[\n\x20-\x7e]*$/;

/**
 * The first `maxGraphemes` user-perceived characters, cut between them: no split emoji, flag or accent. Adds no
 * ellipsis. Shorter if characters are absurdly long (more than 32 code units each on average).
 */
export function preview(text: string, maxGraphemes: number): string {
  if (text.length <= maxGraphemes) return text;
  // One more than requested: a following combining mark would belong to the last character.
  if (SIMPLE.test(text.slice(0, maxGraphemes + 1))) return text.slice(0, maxGraphemes);
  const unitsMax = maxGraphemes * UNITS_PER_GRAPHEME_MAX;
  const considered = text.slice(0, unitsMax + UNITS_PER_GRAPHEME_MAX);
  let end = 0;
  let count = 0;
  for (const { index, segment } of graphemes.segment(considered)) {
    if (count === maxGraphemes || index + segment.length > unitsMax) break;
    end = index + segment.length;
    count += 1;
  }
  return text.slice(0, end);
}
