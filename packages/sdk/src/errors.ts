/** What can go wrong, as classes; of what the API refuses, by its code. */
import type { ErrorBody } from "./generated/schemas.ts";

export type ErrorCode = ErrorBody["error"]["code"];
export type ErrorDetail = NonNullable<ErrorBody["error"]["details"]>[number];
/** `unknown_error`: the answer was not the API's, but that of something between. */
export type ApiErrorCode = ErrorCode | "unknown_error";

/** Whatever this package throws. What ends a call by an AbortSignal is not among it: that is the signal's own reason. */
export class ParleyError extends Error {
  override name = "ParleyError";
}

interface ApiFailure<Code> {
  code: Code;
  status: number;
  details: ErrorDetail[];
  reference: string | null;
  docs: string;
  method: string;
  path: string;
  attempts: number;
  idempotencyKey: string | null;
  retryAfterMs: number | null;
  headers: Headers;
}

/** The API has answered with an error. */
export class ApiError<Code extends ApiErrorCode = ApiErrorCode> extends ParleyError {
  override name = "ApiError";
  /** Branch on it: it is stable. */
  readonly code: Code;
  readonly status: number;
  /** Which fields, and what is wrong with each. */
  readonly details: ErrorDetail[];
  /** Quote it to support: the server's log has it as well. Answers with 401, 403 and 5xx have one. */
  readonly reference: string | null;
  /** Where the API is described. */
  readonly docs: string;
  readonly method: string;
  readonly path: string;
  /** How often it was asked. */
  readonly attempts: number;
  /** Of the write: given again, the write happens once. */
  readonly idempotencyKey: string | null;
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | null;
  readonly headers: Headers;

  constructor(message: string, failure: ApiFailure<Code>) {
    super(message);
    this.code = failure.code;
    this.status = failure.status;
    this.details = failure.details;
    this.reference = failure.reference;
    this.docs = failure.docs;
    this.method = failure.method;
    this.path = failure.path;
    this.attempts = failure.attempts;
    this.idempotencyKey = failure.idempotencyKey;
    this.retryAfterMs = failure.retryAfterMs;
    this.headers = failure.headers;
  }
}

/** No whole answer came. A write may have happened: give it again with the same key to be sure. */
export class ConnectionError extends ParleyError {
  override name = "ConnectionError";
  readonly idempotencyKey: string | null;

  constructor(message: string, options: { cause?: unknown; idempotencyKey?: string | null } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.idempotencyKey = options.idempotencyKey ?? null;
  }
}

/** No whole answer came in time. */
export class TimeoutError extends ConnectionError {
  override name = "TimeoutError";
}

/** Events were lost: fetch anew what you show. */
export class StreamResetError extends ParleyError {
  override name = "StreamResetError";
  readonly reason: string;

  constructor(reason: string) {
    super(`The event stream has a hole (${reason}): fetch anew what you show, or give onReset.`);
    this.reason = reason;
  }
}

/** A delivery that is not genuine, or too old: answer 401 and do nothing. */
export class WebhookVerificationError extends ParleyError {
  override name = "WebhookVerificationError";
}

/** Whether the API has refused something, with one of these codes when there are any. */
export function isApiError<Code extends ApiErrorCode = ApiErrorCode>(error: unknown, ...codes: Code[]): error is ApiError<Code> {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code as Code));
}
