import { brokenRule, invalidField } from "../errors/app-error.ts";

/**
 * Amounts: `numeric(20, 6)` in the database, millionths as a bigint in code, numbers with at most six decimals on the
 * wire. Never added as doubles.
 */
export type Micros = bigint;

const DECIMAL = /^(-?)(\d{1,14})(?:\.(\d{1,6}))?$/;

/** The most one request may move. A double represents every amount with six decimals up to four times this. */
export const amountMax = 1_000_000_000;

/** The maximum value of a deal or an order. */
export const valueMax = 1_000_000_000_000;

/** A decimal text of PostgreSQL, or a number with at most six decimals. Throws RangeError for anything else. */
export function toMicros(value: string | number): Micros {
  const match = DECIMAL.exec(String(value));
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

/** An amount in a request. Throws validation_error for more than six decimals. */
export function readAmount(field: string, value: number): Micros {
  const micros = readDecimal(value);
  if (micros === null) throw invalidField(field, "out_of_range", "An amount can have at most 6 decimals.");
  return micros;
}

/**
 * 0 to `valueMax` with at most 6 decimals: a deal's or an order's value. Throws validation_error: out_of_range,
 * invalid_format.
 */
export function readValue(field: string, value: number): Micros {
  if (!(value >= 0 && value <= valueMax)) throw invalidField(field, "out_of_range", `An amount must be between 0 and ${valueMax}.`);
  const micros = readDecimal(value);
  if (micros === null) throw invalidField(field, "invalid_format", "An amount can have at most 6 decimals.");
  return micros;
}

/** 422 for a sum too large to store. */
export function checkSum(field: string, micros: Micros): Micros {
  if (micros > BigInt(valueMax) * 1_000_000n) throw brokenRule(field, "out_of_range", `An amount must be at most ${valueMax}.`);
  return micros;
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

/** Turns an ISO 4217 code in any case into upper case. Throws validation_error unknown_value. */
export function readCurrency(field: string, text: string): string {
  const code = text.toUpperCase();
  if (!currencies.has(code)) throw invalidField(field, "unknown_value", "A currency must be an ISO 4217 code, such as EUR.");
  return code;
}

/**
 * A wire number as its shortest decimal spelling, which is what the client wrote. Null: not a finite number, more than
 * 14 digits before the point, or more than `decimals` after it. Pure.
 */
export function readDecimal(value: number, decimals = 6): Micros | null {
  const match = DECIMAL.exec(String(value));
  return match === null || (match[3]?.length ?? 0) > decimals ? null : toMicros(match[0]);
}
