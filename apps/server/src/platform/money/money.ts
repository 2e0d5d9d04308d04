import { brokenRule, invalidField } from "../errors/app-error.ts";

/**
 * Amounts of money: numbers with at most 6 decimals on the wire, whole millionths in the process, `numeric` in the
 * database. Nothing is ever added up as a double.
 */
export const amountMax = 1_000_000_000_000;
const scale = 1_000_000n;
const microsMax = BigInt(amountMax) * scale;

/**
 * A number of the wire in units of 10^-6. Takes what its shortest decimal spelling says, which is what the client wrote.
 * Null: no finite number, or more than `decimals` decimals. Pure.
 */
export function toMicros(value: number, decimals = 6): bigint | null {
  if (!Number.isFinite(value)) return null;
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(spelled(value));
  if (match === null) return null;
  const fraction = match[3] ?? "";
  if (fraction.length > decimals) return null;
  const micros = BigInt(match[2] as string) * scale + BigInt(fraction.padEnd(6, "0"));
  return match[1] === "-" ? -micros : micros;
}

/** From 10^21 on a number is spelled with an exponent; below 10^-6 too, which has too many decimals anyway. */
function spelled(value: number): string {
  return Math.abs(value) >= 1e21 ? BigInt(value).toString() : String(value);
}

/** `-1234.5`, as PostgreSQL reads a numeric. Pure. */
export function microsText(micros: bigint): string {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, "0");
  const fraction = digits.slice(-6).replace(/0+$/, "");
  return `${micros < 0n ? "-" : ""}${digits.slice(0, -6)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** As the wire shows it. Pure. */
export function microsNumber(micros: bigint): number {
  return Number(microsText(micros));
}

/** 0 to `amountMax` with at most 6 decimals. Throws validation_error: out_of_range, invalid_format. */
export function readAmount(field: string, value: number): bigint {
  if (!(value >= 0 && value <= amountMax)) throw invalidField(field, "out_of_range", `An amount is between 0 and ${amountMax}.`);
  const micros = toMicros(value);
  if (micros === null) throw invalidField(field, "invalid_format", "An amount has at most 6 decimals.");
  return micros;
}

/** A sum that has outgrown what can be stored: 422. */
export function checkSum(field: string, micros: bigint): bigint {
  if (micros > microsMax) throw brokenRule(field, "out_of_range", `An amount is at most ${amountMax}.`);
  return micros;
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

/** An ISO 4217 code in any case to upper case. Throws validation_error unknown_value. */
export function readCurrency(field: string, text: string): string {
  const code = text.toUpperCase();
  if (!currencies.has(code)) throw invalidField(field, "unknown_value", "A currency is a code of ISO 4217: EUR.");
  return code;
}
