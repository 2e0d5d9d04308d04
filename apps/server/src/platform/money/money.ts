import { invalidField } from "../errors/app-error.ts";

/**
 * Amounts: `numeric(20, 6)` in the database, millionths as a bigint in code, numbers with at most six decimals on the wire. Never added as
 * doubles.
 */
export type Micros = bigint;

const DECIMAL = /^(-?)(\d{1,14})(?:\.(\d{1,6}))?$/;

/** What one request may move. A double holds every amount up to four times this with six decimals. */
export const amountMax = 1_000_000_000;

/** A decimal text of PostgreSQL, or a number with at most six decimals. Throws RangeError for anything else. */
export function toMicros(value: string | number): Micros {
  const text = typeof value === "string" ? value : decimalText(value);
  const match = text === null ? null : DECIMAL.exec(text);
  if (match === null) throw new RangeError("an amount has at most 14 digits and 6 decimals");
  const [, sign, whole, part = ""] = match as unknown as [string, string, string, string | undefined];
  const micros = BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, "0"));
  return sign === "-" ? -micros : micros;
}

/** For the database. */
export function toDecimal(micros: Micros): string {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, "0");
  return `${micros < 0n ? "-" : ""}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** For the wire. */
export function toNumber(value: Micros | string): number {
  return Number(typeof value === "string" ? value : toDecimal(value));
}

/** An amount of a request. Throws validation_error for more than six decimals. */
export function readAmount(field: string, value: number): Micros {
  if (decimalText(value) === null) throw invalidField(field, "out_of_range", "An amount has at most 6 decimals.");
  return toMicros(value);
}

/** null: more than six decimals, or no finite number. */
function decimalText(value: number): string | null {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e14) return null;
  const text = value.toFixed(6);
  // The text has exactly the double's value only if nothing was rounded away.
  return Number(text) === value ? (text === "-0.000000" ? "0.000000" : text) : null;
}
