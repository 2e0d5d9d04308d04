import { createHash, createHmac, type KeyObject, timingSafeEqual } from "node:crypto";

/**
 * Opaque page cursors: where the last page ended, bound by a MAC to their tenant and filters. A cursor of another
 * tenant or another query does not decode, so it can neither leak a position nor skip rows silently.
 *
 * Text: base64url of `0x01 | MAC 16 | position as a JSON array`. Anybody who decodes it can read the position, so it
 * must contain only what the page itself shows (sort time, id).
 */
export interface CursorScope {
  tenantId: string;
  /** `hashFilters` of everything that determines which rows the list has and in which order; not `limit`. */
  filterHash: string;
}

const LAYOUT = 0x01;
const MAC_BYTES = 16;
const TEXT_LENGTH_MAX = 1024;

/**
 * @param cursor.position the sort values of the last row, as text (ISO time with microseconds, UUID)
 *
 * @param key at least 32 secret bytes, the same in every process; as a KeyObject five times as fast
 */
export function encodeCursor(cursor: CursorScope & { position: string[] }, key: Buffer | KeyObject): string {
  const payload = Buffer.from(JSON.stringify(cursor.position), "utf8");
  const text = Buffer.concat([Buffer.of(LAYOUT), mac(cursor, payload, key), payload]).toString("base64url");
  if (text.length > TEXT_LENGTH_MAX) throw new RangeError("a cursor's position must stay short");
  return text;
}

/** The position, or null if the text was altered, truncated, or made with another key, tenant or filter. */
export function decodeCursor(text: string, scope: CursorScope, key: Buffer | KeyObject): string[] | null {
  if (text.length > TEXT_LENGTH_MAX) return null;
  const bytes = Buffer.from(text, "base64url");
  // Buffer.from is lenient; only the spelling of `encodeCursor` is accepted.
  if (bytes.length <= 1 + MAC_BYTES || bytes[0] !== LAYOUT || bytes.toString("base64url") !== text) return null;
  const payload = bytes.subarray(1 + MAC_BYTES);
  if (!timingSafeEqual(bytes.subarray(1, 1 + MAC_BYTES), mac(scope, payload, key))) return null;
  return JSON.parse(payload.toString("utf8")) as string[];
}

/**
 * A short hash of a list's filters: the same for the same members in any order; `undefined` members count as absent.
 */
export function hashFilters(filters: Record<string, unknown>): string {
  return createHash("sha256").update(canonical(filters)).digest().subarray(0, 16).toString("base64url");
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    // As pairs, because an object would put number-like keys first and lose "__proto__".
    return [
      "{}",
      ...Object.entries(member)
        .filter(([, v]) => v !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ];
  });
}

function mac(scope: CursorScope, payload: Buffer, key: Buffer | KeyObject): Buffer {
  const bound = JSON.stringify(["cursor v1", scope.tenantId, scope.filterHash]);
  return createHmac("sha256", key).update(`${bound}\n`).update(payload).digest().subarray(0, MAC_BYTES);
}
