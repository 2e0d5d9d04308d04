import { type ErrorDetail, invalidField } from "#platform/errors/app-error.ts";
import { normalizePhone } from "#platform/phone/phone.ts";
import type { FieldType } from "./custom-fields.schema.ts";

/** Maximum values of one contact or ticket. */
export const customFieldsMax = 100;

/** The value of a custom field. Only fields defined as multi_select hold lists. */
export type CustomValue = string | number | boolean | string[];

export interface FieldDefinition {
  key: string;
  type: FieldType;
  options: readonly string[];
}

export type Checked = { ok: true; value: CustomValue } | { ok: false; issue: ErrorDetail["issue"]; message: string };

const date = /^\d{4}-\d{2}-\d{2}$/;
const datetime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const email = /^[^\s@]{1,64}@[^\s@][^\s@.]*\.[^\s@]+$/;

const remedies: Record<FieldType, string> = {
  text: "The field must be text.",
  number: "The field must be a number.",
  boolean: "The field must be true or false.",
  date: "The field must be a date, such as 2026-11-20.",
  datetime: "The field must be an ISO 8601 time with its offset, such as 2026-11-20T08:00:00Z.",
  select: "The field must be one of its options.",
  multi_select: "The field must be a list of its options.",
  url: "The field must be an http or https URL.",
  email: "The field must be an e-mail address.",
  phone: "The field must be a phone number in international format, such as +447700900123.",
};

/** A value as a field of this type stores it, or what is wrong with it. Pure. */
export function checkValue({ type, options }: FieldDefinition, value: CustomValue): Checked {
  const bad = (issue: ErrorDetail["issue"]): Checked => ({ ok: false, issue, message: remedies[type] });
  const good = (kept: CustomValue): Checked => ({ ok: true, value: kept });
  if (type === "number") return typeof value === "number" ? good(value) : bad("invalid_type");
  if (type === "boolean") return typeof value === "boolean" ? good(value) : bad("invalid_type");
  if (type === "multi_select") {
    if (!Array.isArray(value)) return bad("invalid_type");
    return value.every((item) => options.includes(item)) ? good([...new Set(value)]) : bad("unknown_value");
  }
  if (typeof value !== "string") return bad("invalid_type");
  switch (type) {
    case "text":
      return good(value);
    case "select":
      return options.includes(value) ? good(value) : bad("unknown_value");
    case "date":
      return date.test(value) && isDay(value) ? good(value) : bad("invalid_format");
    case "datetime": {
      const at = datetime.test(value) && isDay(value.slice(0, 10)) ? new Date(value) : null;
      if (at === null || Number.isNaN(at.getTime()) || !/^\d{4}-/.test(at.toISOString())) return bad("invalid_format");
      return good(at.toISOString());
    }
    case "url":
      return /^https?:$/.test(URL.parse(value)?.protocol ?? "") ? good(value) : bad("invalid_format");
    case "email":
      return value.length <= 254 && email.test(value) ? good(value) : bad("invalid_format");
    case "phone": {
      const phone = normalizePhone(value);
      return phone === null ? bad("invalid_format") : good(phone.e164);
    }
  }
}

/** 31 February is not a day, although Date would turn it into a day in March. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

const booleanWords = new Map([
  ...["true", "yes", "y", "1", "x"].map((word) => [word, true] as const),
  ...["false", "no", "n", "0"].map((word) => [word, false] as const),
]);

/**
 * The value that a text from a file stands for in a field of this type, to be checked with `checkValue`. What cannot be
 * read stays text, which is neither a number nor a boolean. Pure.
 */
export function readText({ type }: FieldDefinition, text: string): CustomValue {
  switch (type) {
    case "number": {
      const plain = text.replaceAll(/[\s\u00a0']/g, "");
      return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : text;
    }
    case "boolean":
      return booleanWords.get(text.toLowerCase()) ?? text;
    case "multi_select":
      return text
        .split(/[,;|]/)
        .map((item) => item.trim())
        .filter((item) => item !== "");
    default:
      return text;
  }
}

/** Given fields are set, null removes, the rest stays. Throws validation_error if there are too many fields. Pure. */
export function mergeCustomFields(
  before: Record<string, CustomValue>,
  given: Record<string, CustomValue | null>,
): Record<string, CustomValue> {
  const merged = new Map<string, CustomValue>(Object.entries(before));
  for (const [key, value] of Object.entries(given)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  if (merged.size > customFieldsMax) throw invalidField("customFields", "too_many");
  return Object.fromEntries(merged);
}
