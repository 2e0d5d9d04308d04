import { type ErrorCode, errorCatalog, type Issue } from "./catalog.ts";

export interface ErrorDetail {
  field: string;
  issue: Issue;
  id?: string;
  /** For an exhausted allowance: the limit and its usage. */
  limit?: number;
  usage?: number;
}

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

/** The message of an invalid request that has none of its own: the first fields and what is wrong with each. */
function describeFields(code: ErrorCode, details: ErrorDetail[] | undefined): string | undefined {
  if (code !== "validation_error" || details === undefined || details.length === 0) return undefined;
  const named = details.slice(0, fieldsMax).map(({ field, issue }) => `${field === "" ? "The body" : field} ${issueTexts[issue]}`);
  const more = details.length - named.length;
  return `${named.join("; ")}${more > 0 ? `; ${more} more in details` : ""}.`;
}

/** An expected failure, thrown by domain code. Only the HTTP layer turns it into a response. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  /** Seconds, for the Retry-After header. */
  readonly retryAfterSeconds: number | undefined;
  /** Unknown ids as they were sent: the HTTP layer finds the fields that contained them. */
  readonly missing: readonly string[];
  readonly #status: 422 | undefined;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      details?: ErrorDetail[];
      retryAfterSeconds?: number;
      missing?: string[];
      status?: 422;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? describeFields(code, options.details) ?? errorCatalog[code].message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.missing = options.missing ?? [];
    this.#status = options.status;
  }

  get status(): number {
    return this.#status ?? errorCatalog[this.code].status;
  }
}

/**
 * @param missing ids as they were sent. A verb does not know where in a request its id was: it passes the id, and the
 * response names the field of the body or query that contains it (platform/http/reading/missing-fields.ts).
 */
export function notFound(...missing: (string | null | undefined)[]): AppError {
  return new AppError("not_found", { missing: missing.filter((id) => typeof id === "string") });
}

/** A field of the body, or a filter of the query, refers to something that does not exist in this tenant. */
export function missingReference(field: string, message = `No such resource in this tenant: ${field}.`): AppError {
  return new AppError("not_found", { message, details: [{ field, issue: "not_found" }] });
}

/** Like `missingReference`, for several fields. */
export function missingReferences(fields: readonly string[]): AppError {
  const details = fields.slice(0, 20).map((field) => ({ field, issue: "not_found" as const }));
  return new AppError("not_found", {
    message: `No such resource in this tenant: ${details.map(({ field }) => field).join(", ")}.`,
    details,
  });
}

/** One field that breaks a rule the schema cannot express. */
export function invalidField(field: string, issue: Issue, message?: string): AppError {
  return new AppError("validation_error", { details: [{ field, issue }], ...(message === undefined ? {} : { message }) });
}

/** Fields of the right shape whose combination breaks a rule: validation_error with 422. */
export function unprocessable(message: string, details: ErrorDetail[]): AppError {
  return new AppError("validation_error", { status: 422, message, details });
}

/** Like `unprocessable`, for one field. */
export function brokenRule(field: string, issue: Issue, message: string): AppError {
  return unprocessable(message, [{ field, issue }]);
}
