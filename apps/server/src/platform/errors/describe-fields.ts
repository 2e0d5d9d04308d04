import type { ErrorDetail } from "./app-error.ts";
import type { Issue } from "./catalog.ts";

const fieldsMax = 3;

const issueTexts: Record<Issue, string> = {
  required: "is required",
  invalid_type: "has the wrong type",
  too_long: "is too long",
  too_short: "is empty or too short",
  too_many: "has too many items",
  invalid_format: "has the wrong format",
  out_of_range: "is out of range",
  unknown_value: "has an unknown value",
  template_required: "must be a template",
  missing_scope: "lacks a scope",
  exists: "already exists",
  unknown: "is unknown",
  not_found: "does not exist",
  not_allowed: "is not allowed here",
  duplicate: "appears twice",
  private_address: "is a private address",
};

/** One sentence about the first fields of an invalid request: `name is required; 2 more in details.` */
export function describeFields(fields: readonly { field: string; text: string }[]): string {
  const named = fields.slice(0, fieldsMax).map(({ field, text }) => `${field === "" ? "The body" : field} ${text}`);
  const more = fields.length - named.length;
  return `${named.join("; ")}${more > 0 ? `; ${more} more in details` : ""}.`;
}

/** The message of an invalid request that has none of its own. */
export const describeDetails = (details: readonly ErrorDetail[]): string =>
  describeFields(details.map(({ field, issue }) => ({ field, text: issueTexts[issue] })));
