import { brokenRule, invalidField } from "#platform/errors/app-error.ts";
import { normalizePhone, phoneKey } from "#platform/phone/phone.ts";
import { normalForm } from "#platform/text/normal.ts";
import { tagsMax, type UpdateContact } from "./contacts.schema.ts";

/** Body fields in the form in which they are stored. Absent: not in the body; null: clears the field. */
export interface ContactValues {
  name?: string | null;
  phone?: string | null;
  phoneKey?: string | null;
  email?: string | null;
  source?: string;
  tags?: string[];
  language?: string | null;
  timezone?: string | null;
  country?: string | null;
  optIn?: "unknown" | "opted_in" | "opted_out";
}

const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Throws validation_error for what the schema cannot check: phones, languages, time zones, countries. Pure. */
export function readContactInput(input: Omit<UpdateContact, "customFields" | "blocked" | "ownerId" | "stageId">): ContactValues {
  const values: ContactValues = {};
  if (input.name !== undefined) values.name = input.name === null ? null : trimmed("name", input.name);
  readPhone(input, values);
  if (input.email !== undefined) values.email = input.email;
  if (input.source !== undefined) values.source = trimmed("source", input.source);
  if (input.tags !== undefined) values.tags = [...new Set(input.tags.map((tag, i) => trimmed(`tags[${i}]`, tag)))];
  if (input.language !== undefined) values.language = input.language === null ? null : readLanguage(input.language);
  if (input.timezone !== undefined) values.timezone = input.timezone === null ? null : readTimezone(input.timezone);
  if (input.country !== undefined) values.country = input.country === null ? null : readCountry(input.country);
  if (input.optIn !== undefined) values.optIn = input.optIn;
  return values;
}

/**
 * Throws validation_error if a change of tags exceeds the limit. A contact may have more from before: it can lose some, and its other
 * fields can change.
 */
export function checkTagLimit(field: string, before: readonly string[], after: readonly string[]): void {
  if (after.length > Math.max(tagsMax, before.length)) throw invalidField(field, "too_many", `A contact can have at most ${tagsMax} tags.`);
}

function readPhone(input: Pick<UpdateContact, "phone" | "phoneNumber">, values: ContactValues): void {
  const given = (["phone", "phoneNumber"] as const).flatMap((field) => {
    const text = input[field];
    if (text === undefined) return [];
    const phone = text === null ? null : normalizePhone(text);
    if (text !== null && phone === null)
      throw invalidField(field, "invalid_format", "A phone number must be in international format, such as +447700900123.");
    return [phone];
  });
  const [first, second] = given;
  if (first === undefined) return;
  if (second !== undefined && first?.e164 !== second?.e164) throw brokenRule("phoneNumber", "not_allowed", "phone and phoneNumber differ.");
  values.phone = first?.e164 ?? null;
  values.phoneKey = first === null ? null : phoneKey(first.digits);
}

function trimmed(field: string, text: string): string {
  const rest = normalForm("NFC", text.trim());
  if (rest === "") throw invalidField(field, "too_short");
  return rest;
}

/** `en_us`, as message templates spell it, becomes `en-US`. */
function readLanguage(text: string): string {
  try {
    return Intl.getCanonicalLocales(text.trim().replaceAll("_", "-"))[0] as string;
  } catch {
    throw invalidField("language", "invalid_format", "A language must be a BCP 47 tag, such as en or pt-BR.");
  }
}

function readTimezone(text: string): string {
  try {
    // Offsets are not time zones: they ignore daylight saving time.
    if (/^[A-Za-z]/.test(text)) {
      new Intl.DateTimeFormat("en", { timeZone: text });
      return text;
    }
  } catch {
    // Refused below, like an offset.
  }
  throw invalidField("timezone", "invalid_format", "A time zone must be an IANA name, such as Europe/London.");
}

function readCountry(text: string): string {
  const code = text.toUpperCase();
  if (regions.of(code) === undefined || code === "ZZ") throw invalidField("country", "unknown_value");
  return code;
}
