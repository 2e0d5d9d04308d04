/** What a failed attempt of a write means. Pure. */
import { ApiError, type ErrorDetail } from "@parley/sdk";

export type Outcome = { kind: "again"; afterMs: number | null } | { kind: "refused"; error: Refusal } | { kind: "signedOut" };

/** Why the server refused it. */
export interface Refusal {
  code: string;
  /** For people: without the request, with which the SDK's message begins. */
  message: string;
  details: ErrorDetail[];
  reference: string | null;
}

/** Everything but a refusal by the server may be repeated under the same idempotency key, which makes it happen once. */
export function classify(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: "again", afterMs: null };
  const { status, code, method, path, details, reference, retryAfterMs } = error;
  if (status === 401) return { kind: "signedOut" };
  const passing = status >= 500 || status === 408 || status === 425 || status === 429 || code === "idempotency_in_progress";
  if (passing) return { kind: "again", afterMs: retryAfterMs };
  const message = error.message.replace(`${method} ${path}: `, "");
  return { kind: "refused", error: { code, message, details, reference } };
}
