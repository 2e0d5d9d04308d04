import { inOrder } from "#modules/agency/agencies/index.ts";
import { type ErrorDetail, invalidField, unprocessable } from "#platform/errors/app-error.ts";
import { normalForm } from "#platform/text/normal.ts";
import type { FormField, Target } from "./signup-forms.schema.ts";

/** Answers that become part of the contact or client must have a suitable type. */
const typeOfKey: ReadonlyMap<string, readonly FormField["type"][]> = new Map([
  ["name", ["text"]],
  ["email", ["email"]],
  ["phone", ["phone"]],
  ["company", ["text", "select"]],
]);

/**
 * Throws 422 naming each field of a form that could not serve its purpose: duplicate keys, a choice without options, a
 * target without the answers it needs. Pure.
 */
export function checkForm(form: { fields: FormField[]; target: Target; consentText: string | null }): void {
  const details: ErrorDetail[] = [];
  const add = (field: string, issue: ErrorDetail["issue"]) => details.push({ field, issue });
  const keys = new Set<string>();
  for (const [i, field] of form.fields.entries()) {
    const at = `fields[${i}]`;
    if (keys.has(field.key)) add(`${at}.key`, "duplicate");
    keys.add(field.key);
    if (field.type === "select" && field.options === undefined) add(`${at}.options`, "required");
    if (field.type !== "select" && field.options !== undefined) add(`${at}.options`, "not_allowed");
    if (new Set(field.options).size !== (field.options?.length ?? 0)) add(`${at}.options`, "duplicate");
    const allowed = typeOfKey.get(field.key);
    if (allowed !== undefined && !allowed.includes(field.type)) add(`${at}.type`, "not_allowed");
  }
  const isRequired = (key: string) => form.fields.some((field) => field.key === key && field.required === true);
  const { kind, grantScopes = [], tags } = form.target;
  if (kind === "create_client") {
    for (const key of ["company", "email"]) if (!isRequired(key)) add("fields", "required");
    if (tags !== undefined) add("target.tags", "not_allowed");
    if (grantScopes.length > 0 && form.consentText === null) add("consentText", "required");
  } else {
    if (!["name", "email", "phone"].some(isRequired)) add("fields", "required");
    if (form.target.grantScopes !== undefined) add("target.grantScopes", "not_allowed");
    if (form.target.snapshotId !== undefined) add("target.snapshotId", "not_allowed");
  }
  if (details.length === 0) return;
  throw unprocessable(
    "The form lacks what its target needs: create_client needs required fields company and email, and a consentText if it grants scopes; create_contact needs a required name, email or phone.",
    details,
  );
}

/** For a checked form: the target as stored, trimmed and without duplicates. */
export function readTarget({ kind, grantScopes, snapshotId, tags }: Target): Target {
  const words = tags?.map((tag, i) => {
    const word = normalForm("NFC", tag.trim());
    if (word === "") throw invalidField(`target.tags[${i}]`, "too_short");
    return word;
  });
  return {
    kind,
    ...(grantScopes === undefined ? {} : { grantScopes: inOrder(grantScopes) as typeof grantScopes }),
    ...(snapshotId === undefined ? {} : { snapshotId }),
    ...(words === undefined ? {} : { tags: [...new Set(words)] }),
  };
}

export function readFields(fields: FormField[]): FormField[] {
  return fields.map((field, i) => {
    const label = field.label.trim();
    if (label === "") throw invalidField(`fields[${i}].label`, "too_short");
    const { key, type, options, help } = field;
    return {
      key,
      label,
      type,
      required: field.required === true,
      ...(options === undefined ? {} : { options: options.map((option) => normalForm("NFC", option.trim())) }),
      ...(help === undefined ? {} : { help }),
    };
  });
}
