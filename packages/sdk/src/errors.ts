/** The errors as classes; errors of the API by their code. */
import type { ErrorBody } from "./generated/schemas.ts";

export type ErrorCode = ErrorBody["error"]["code"];
export type ErrorDetail = NonNullable<ErrorBody["error"]["details"]>[number];
/** `unknown_error`: the response came from a proxy, not from the API. */
export type ApiErrorCode = ErrorCode | "unknown_error";

/** Every error thrown by this package, except the reason of an AbortSignal that ends a call. */
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

/** The API responded with an error. */
export class ApiError<Code extends ApiErrorCode = ApiErrorCode> extends ParleyError {
  override name = "ApiError";
  /** Stable: branch on it. */
  readonly code: Code;
  readonly status: number;
  /** The fields in question, and the problem with each. */
  readonly details: ErrorDetail[];
  /** Quote it to support: the server's log contains it as well. Responses with 401, 403 and 5xx have one. */
  readonly reference: string | null;
  /** The URL of the API's documentation. */
  readonly docs: string;
  readonly method: string;
  readonly path: string;
  /** How many attempts were made. */
  readonly attempts: number;
  /** The key of a write: repeated with it, the write happens once. */
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

/** There was no complete response. A write may have happened: repeat it with the same key to be sure. */
export class ConnectionError extends ParleyError {
  override name = "ConnectionError";
  readonly idempotencyKey: string | null;

  constructor(message: string, options: { cause?: unknown; idempotencyKey?: string | null } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.idempotencyKey = options.idempotencyKey ?? null;
  }
}

/** There was no complete response in time. */
export class TimeoutError extends ConnectionError {
  override name = "TimeoutError";
}

/** Events were lost: reload what you show. */
export class StreamResetError extends ParleyError {
  override name = "StreamResetError";
  readonly reason: string;

  constructor(reason: string) {
    super(`Events were lost (${reason}): reload what you show, or set onReset.`);
    this.reason = reason;
  }
}

/** The delivery is not genuine, or too old: respond with 401 and do nothing. */
export class WebhookVerificationError extends ParleyError {
  override name = "WebhookVerificationError";
}

/** Whether the error is a response of the API, with one of these codes if any are given. */
export function isApiError<Code extends ApiErrorCode = ApiErrorCode>(error: unknown, ...codes: Code[]): error is ApiError<Code> {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code as Code));
}
