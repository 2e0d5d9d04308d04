import { type ErrorCode, errorCatalog, type Issue } from "./catalog.ts";

export interface ErrorDetail {
  field: string;
  issue: Issue;
  id?: string;
}

/** An expected failure. Thrown by domain code; the HTTP layer alone turns it into an answer. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  /** Seconds, for the Retry-After header. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: { message?: string; details?: ErrorDetail[]; retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(options.message ?? errorCatalog[code].message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errorCatalog[this.code].status;
  }
}

export function notFound(): AppError {
  return new AppError("not_found");
}

/** One field that breaks a rule the schema cannot state. */
export function invalidField(field: string, issue: Issue, message?: string): AppError {
  return new AppError("validation_error", { details: [{ field, issue }], ...(message === undefined ? {} : { message }) });
}
