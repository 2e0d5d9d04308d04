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
  readonly #status: 422 | undefined;

  constructor(
    code: ErrorCode,
    options: { message?: string; details?: ErrorDetail[]; retryAfterSeconds?: number; status?: 422; cause?: unknown } = {},
  ) {
    super(options.message ?? errorCatalog[code].message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.#status = options.status;
  }

  get status(): number {
    return this.#status ?? errorCatalog[this.code].status;
  }
}

export function notFound(): AppError {
  return new AppError("not_found");
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
