import { readEmail } from "#modules/organizations/tenants/index.ts";
import { AppError, type ErrorDetail } from "#platform/errors/app-error.ts";
import { normalizePhone } from "#platform/phone/phone.ts";
import { normalForm } from "#platform/text/normal.ts";
import type { FieldType, FormField, SubmitForm } from "./signup-forms.schema.ts";

export interface Answer {
  key: string;
  label: string;
  type: FieldType;
  value: string | boolean;
}

type Issue = ErrorDetail["issue"];
const lengthMax: Partial<Record<FieldType, number>> = { text: 200, textarea: 5_000, url: 500 };

/** One answer as stored, or its error; null: there is no answer. */
function readAnswer(field: FormField, given: string | boolean | undefined): { value: string | boolean } | { issue: Issue } | null {
  if (field.type === "checkbox") {
    if (given === undefined || given === false) return field.required === true ? { issue: "required" } : null;
    return given === true ? { value: true } : { issue: "invalid_type" };
  }
  if (typeof given === "boolean") return { issue: "invalid_type" };
  const text = normalForm("NFC", given?.trim() ?? "");
  if (text === "") return field.required === true ? { issue: "required" } : null;
  switch (field.type) {
    case "email":
      try {
        return text.length > 254 ? { issue: "too_long" } : { value: readEmail(text) };
      } catch (error) {
        if (error instanceof AppError) return { issue: "invalid_format" };
        throw error;
      }
    case "phone": {
      const phone = normalizePhone(text);
      return phone === null ? { issue: "invalid_format" } : { value: phone.e164 };
    }
    case "select":
      return (field.options ?? []).includes(text) ? { value: text } : { issue: "unknown_value" };
    case "url":
      if (!["https:", "http:"].includes(URL.parse(text)?.protocol ?? "")) return { issue: "invalid_format" };
      break;
    // A single-line field has one line.
    case "text":
      if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return { issue: "invalid_format" };
      break;
  }
  return text.length > (lengthMax[field.type] ?? 200) ? { issue: "too_long" } : { value: text };
}

/** The answers in the order of the fields. Throws validation_error naming each invalid field: `answers.email`, `consent`. Pure. */
export function readAnswers(
  form: { fields: FormField[]; consentText: string | null },
  input: Pick<SubmitForm, "answers" | "consent">,
): Answer[] {
  const details: ErrorDetail[] = [];
  const answers = form.fields.flatMap((field) => {
    const given = Object.hasOwn(input.answers, field.key) ? input.answers[field.key] : undefined;
    const read = readAnswer(field, given);
    if (read === null) return [];
    if ("value" in read) return [{ key: field.key, label: field.label, type: field.type, value: read.value }];
    details.push({ field: `answers.${field.key}`, issue: read.issue });
    return [];
  });
  if (form.consentText !== null && input.consent !== true) details.push({ field: "consent", issue: "required" });
  if (details.length > 0) throw new AppError("validation_error", { details });
  return answers;
}

/** The text of an answer; undefined if there is none. */
export function textOf(answers: Answer[], key: string): string | undefined {
  const value = answers.find((answer) => answer.key === key)?.value;
  return typeof value === "string" ? value : undefined;
}
