import { Type } from "typebox";
import { invalidField } from "../../errors/app-error.ts";

/**
 * Instants where people think in days: `2026-12-01` is the start of that day in UTC; with a time, an offset is
 * required. The pattern is what a schema can check; `readInstant` checks whether the day exists.
 */
const pattern =
  "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])([Tt]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d))?$";
const format = "A date (2026-12-01: its start in UTC), or a time with its offset (2026-12-01T09:00:00Z)";

const describe = (description: string | undefined) => (description === undefined ? format : `${description}. ${format}`);

export const Instant = (description?: string) => Type.String({ pattern, maxLength: 40, description: describe(description) });

export const NullableInstant = (description?: string) =>
  Type.Unsafe<string | null>({ type: ["string", "null"], pattern, maxLength: 40, description: describe(description) });

/** For a text that passed the schema. Throws validation_error for a day that does not exist, and for one before 1970. */
export function readInstant(field: string, text: string): Date {
  const day = text.slice(0, 10);
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day)
    throw invalidField(field, "invalid_format", `The date ${day} does not exist.`);
  const at = text.length === 10 ? midnight : new Date(text.toUpperCase());
  if (Number.isNaN(at.getTime())) throw invalidField(field, "invalid_format", `${field} is ${format.toLowerCase()}.`);
  if (at.getTime() < 0) throw invalidField(field, "out_of_range", `${field} must be after 1970.`);
  // The offset may move it to a year that no response can show.
  if (at.getUTCFullYear() > 9999) throw invalidField(field, "out_of_range", `${field} must be before the year 10000.`);
  return at;
}
