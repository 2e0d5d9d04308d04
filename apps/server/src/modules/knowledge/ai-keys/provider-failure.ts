import { OutboundError } from "#platform/outbound-http/errors.ts";
import { loadedModelLibrary } from "./library.ts";

/** The closed list of provider failures. The provider's own text is not passed on: it can echo the key. */
export const failures = [
  "invalid_key",
  "forbidden",
  "no_quota",
  "rate_limited",
  "model_not_found",
  "context_too_long",
  "bad_request",
  "refused",
  "server_error",
  "unreachable",
  "timed_out",
  "bad_response",
  "blocked_url",
] as const;
export type Failure = (typeof failures)[number];

export interface ProviderFailure {
  failure: Failure;
  /** HTTP status; null: there was no response. */
  status: number | null;
  retryAfterMs: number | null;
}

/** Total over the errors of the providers' libraries and of our HTTP client; null: any other error is internal. */
export function classifyFailure(error: unknown, now: Date): ProviderFailure | null {
  const outbound = causeOf(error);
  if (outbound !== null) return { failure: failureOf(outbound), status: null, retryAfterMs: null };
  const library = loadedModelLibrary();
  if (library?.APICallError.isInstance(error) === true) {
    const status = error.statusCode ?? null;
    return {
      failure: status === null ? "unreachable" : failureOfAnswer(status, error.responseBody ?? ""),
      status,
      retryAfterMs: retryAfter(error.responseHeaders ?? {}, now),
    };
  }
  // Any other error of the libraries means a response that they could not read.
  if (library?.AISDKError.isInstance(error) === true) return { failure: "bad_response", status: null, retryAfterMs: null };
  return null;
}

/** The meaning of a response's status and body. The body is searched for the providers' terms and not passed on. */
export function failureOfAnswer(status: number, body: string): Failure {
  if (status >= 200 && status < 400) return "bad_response";
  if (/insufficient_quota|billing_not_active|billing_hard_limit|credit balance is too low|billing_error/i.test(body)) return "no_quota";
  if (/invalid_api_key|API_KEY_INVALID|API key not valid/i.test(body)) return "invalid_key";
  if (/content_policy_violation|content_filter|responsible_?ai/i.test(body)) return "refused";
  if (/context_length_exceeded|prompt is too long|exceeds the maximum number of tokens|maximum context length/i.test(body))
    return "context_too_long";
  switch (status) {
    case 401:
      return "invalid_key";
    case 402:
      return "no_quota";
    case 403:
      return "forbidden";
    case 404:
      return "model_not_found";
    case 408:
      return "timed_out";
    case 413:
      return "context_too_long";
    case 429:
      return "rate_limited";
  }
  if (/model_not_found/.test(body)) return "model_not_found";
  return status >= 500 ? "server_error" : "bad_request";
}

function causeOf(error: unknown): OutboundError | null {
  // The libraries wrap errors of their fetch, sometimes twice.
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof OutboundError) return at;
  return null;
}

function failureOf(error: OutboundError): Failure {
  switch (error.kind) {
    case "blocked":
      return "blocked_url";
    case "timeout":
    case "aborted":
      return "timed_out";
    case "too_large":
      return "bad_response";
    case "dns":
    case "connect":
    case "tls":
    case "network":
      return "unreachable";
  }
}

const retryAfterMsMax = 600_000;

/** From `retry-after-ms`, or `retry-after` in seconds or as a date. */
function retryAfter(headers: Record<string, string>, now: Date): number | null {
  const exact = Number(headers["retry-after-ms"] ?? Number.NaN);
  const given = headers["retry-after"] ?? "";
  const seconds = given.trim() === "" ? Number.NaN : Number(given);
  const at = Number.isNaN(seconds) ? Date.parse(given) - now.getTime() : seconds * 1_000;
  const ms = Number.isNaN(exact) ? at : exact;
  return Number.isNaN(ms) ? null : Math.min(Math.max(Math.ceil(ms), 0), retryAfterMsMax);
}
