import { type ErrorCode, errorCatalog, type Issue } from "./catalog.ts";

export interface ErrorDetail {
  field: string;
  issue: Issue;
  id?: string;
  /** Of an allowance that is used up: how much there may be, and is. */
  limit?: number;
  usage?: number;
}

/** An expected failure. Thrown by domain code; the HTTP layer alone turns it into an answer. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  /** Seconds, for the Retry-After header. */
  readonly retryAfterSeconds: number | undefined;
  /** Ids, as they were sent, that nothing has: by them the HTTP layer finds the field that held them. */
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
    super(options.message ?? errorCatalog[code].message, { cause: options.cause });
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
 * @param missing ids as they were sent. A verb does not know where in a request its id stood: it gives the id, and the answer names the field
 * of the body or query that holds it (platform/http/reading/missing-fields.ts).
 */
export function notFound(...missing: (string | null | undefined)[]): AppError {
  return new AppError("not_found", { missing: missing.filter((id) => typeof id === "string") });
}

/** What a field of the body, or a filter of the query, refers to does not exist in this tenant. */
export function missingReference(field: string, message = `No such resource in this tenant: ${field}.`): AppError {
  return new AppError("not_found", { message, details: [{ field, issue: "not_found" }] });
}

/** As `missingReference`, of several fields. */
export function missingReferences(fields: readonly string[]): AppError {
  const details = fields.slice(0, 20).map((field) => ({ field, issue: "not_found" as const }));
  return new AppError("not_found", {
    message: `No such resource in this tenant: ${details.map(({ field }) => field).join(", ")}.`,
    details,
  });
}

/** One field that breaks a rule the schema cannot state. */
export function invalidField(field: string, issue: Issue, message?: string): AppError {
  return new AppError("validation_error", { details: [{ field, issue }], ...(message === undefined ? {} : { message }) });
}

/** Fields whose shape is right and that a rule refuses together: validation_error with 422. */
export function unprocessable(message: string, details: ErrorDetail[]): AppError {
  return new AppError("validation_error", { status: 422, message, details });
}

/** As `unprocessable`, of one field. */
export function brokenRule(field: string, issue: Issue, message: string): AppError {
  return unprocessable(message, [{ field, issue }]);
}
