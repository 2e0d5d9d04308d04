import { type ErrorCode, errorCatalog, type Issue } from "./catalog.ts";
import { describeDetails } from "./describe-fields.ts";
import { withRemedy } from "./remedies.ts";

export interface ErrorDetail {
  field: string;
  issue: Issue;
  id?: string;
  /** For an exhausted allowance: the limit and its usage. */
  limit?: number;
  usage?: number;
}

const defaultMessage = (code: ErrorCode, details: readonly ErrorDetail[]): string =>
  code === "validation_error" && details.length > 0 ? describeDetails(details) : withRemedy(code, errorCatalog[code].message);

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
    super(options.message ?? defaultMessage(code, options.details ?? []), { cause: options.cause });
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
