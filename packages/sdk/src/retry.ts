/** Which failures are worth another attempt, and after what time. */
import { ApiError } from "./errors.ts";

const backoffMsMin = 500;
const backoffMsMax = 8_000;

/**
 * @param repeatable a read, or a write with an idempotency key. Without, only an answer that says that nothing was done is asked again
 */
export function isRetryable(failure: Error, repeatable: boolean): boolean {
  if (!(failure instanceof ApiError)) return repeatable;
  const { status, code } = failure;
  if (status === 425 || status === 429) return true;
  // Our own first attempt still runs, whose answer was not waited for.
  return repeatable && (status === 408 || status >= 500 || code === "idempotency_in_progress");
}

/**
 * Doubles with each failure and is between half and all of that, so that those who failed together do not come back together.
 * @param failures at least 1
 * @param random from 0 to 1
 */
export function retryDelayMs(failures: number, toldMs: number | null, random: number): number {
  const backoffMs = Math.min(backoffMsMax, backoffMsMin * 2 ** (failures - 1));
  return Math.round(toldMs === null ? (backoffMs * (1 + random)) / 2 : toldMs + (backoffMs * random) / 2);
}

/** How long the server asks to wait: Retry-After, or of a 429 without it RateLimit-Reset. Seconds or an instant. */
export function readRetryAfterMs(headers: Headers, status: number, now: number): number | null {
  const told = headers.get("retry-after") ?? (status === 429 ? headers.get("ratelimit-reset") : null);
  if (told === null || told.trim() === "") return null;
  const number = Number(told);
  // No wait is that many seconds: seconds since 1970.
  const ms = Number.isNaN(number) ? Date.parse(told) - now : number > 1e9 ? number * 1_000 - now : number * 1_000;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
