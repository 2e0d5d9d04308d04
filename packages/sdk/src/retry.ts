/** Which failures are retried, and after what time. */
import { ApiError } from "./errors.ts";

const backoffMsMin = 500;
const backoffMsMax = 8_000;

/**
 * @param repeatable a read, or a write with an idempotency key. Any other call is retried only after a response that
 * says that nothing was done
 */
export function isRetryable(failure: Error, repeatable: boolean): boolean {
  if (!(failure instanceof ApiError)) return repeatable;
  const { status, code } = failure;
  if (status === 425 || status === 429) return true;
  // An earlier attempt of ours is still running; its response timed out.
  return repeatable && (status === 408 || status >= 500 || code === "idempotency_in_progress");
}

/**
 * Doubles with each failure, randomized between half and all of that, so that clients that failed together do not retry together.
 *
 * @param failures at least 1
 *
 * @param random from 0 to 1
 */
export function retryDelayMs(failures: number, requestedMs: number | null, random: number): number {
  const backoffMs = Math.min(backoffMsMax, backoffMsMin * 2 ** (failures - 1));
  return Math.round(requestedMs === null ? (backoffMs * (1 + random)) / 2 : requestedMs + (backoffMs * random) / 2);
}

/** How long the server asks to wait: Retry-After, or RateLimit-Reset of a 429 without it. Seconds or an instant. */
export function readRetryAfterMs(headers: Headers, status: number, now: number): number | null {
  const header = headers.get("retry-after") ?? (status === 429 ? headers.get("ratelimit-reset") : null);
  if (header === null || header.trim() === "") return null;
  const number = Number(header);
  // Larger numbers are not a wait but seconds since 1970.
  const ms = Number.isNaN(number) ? Date.parse(header) - now : number > 1e9 ? number * 1_000 - now : number * 1_000;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
