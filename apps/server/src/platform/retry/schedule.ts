/** When to retry: the fixed schedule of webhook deliveries, a general back-off, and `Retry-After`. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Delay before each of the 11 attempts of a webhook delivery, counted from the end of the previous one: 75 h 36 m 5 s
 * in total, more only if the receiver asks for longer waits (`Retry-After`). Longer than Stripe (72 h) and Svix
 * (27.6 h); Standard Webhooks' schedule with one more early attempt.
 */
export const WEBHOOK_DELAYS_MS: readonly number[] = [
  0,
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

export const WEBHOOK_ATTEMPTS_MAX = WEBHOOK_DELAYS_MS.length;

/** The minimum wait after 429, 503 or a timeout: the receiver is overloaded. */
export const OVERLOAD_FLOOR_MS = MINUTE;

const JITTER = 0.2;
const RETRY_AFTER_MS_MAX = 24 * HOUR;

export interface NextDelayOptions {
  /** Uniform in [0, 1). */
  random(): number;
  /**
   * The receiver's request (`parseRetryAfter`), of which 24 h count: a minimum. The schedule's own wait is a minimum as well.
   */
  retryAfterMs?: number | null;
  /** The minimum delay; `OVERLOAD_FLOOR_MS` after an overload. */
  floorMs?: number;
}

/**
 * Milliseconds to wait before the next attempt, or null if none is left.
 *
 * @param attemptsMade 0 before the first attempt (gives 0), 1 after the first has failed, 11 after the last (gives
 * null)
 */
export function nextDelayMs(attemptsMade: number, options: NextDelayOptions): number | null {
  if (!Number.isInteger(attemptsMade) || attemptsMade < 0) throw new RangeError("attempts made must be a whole number from 0");
  const base = WEBHOOK_DELAYS_MS[attemptsMade];
  if (base === undefined) return null;
  const { random, retryAfterMs, floorMs = 0 } = options;
  const spread = random();
  // A requested wait is only ever extended, and slightly, so that postponed deliveries do not all return at once.
  const longer = 1 + JITTER * spread;
  const planned =
    retryAfterMs == null ? base * (1 - JITTER + 2 * JITTER * spread) : Math.max(Math.min(retryAfterMs, RETRY_AFTER_MS_MAX) * longer, base);
  return Math.round(attemptsMade > 0 && planned < floorMs ? floorMs * longer : planned);
}

/**
 * Exponential back-off, half of it random: attempt 1 waits baseMs/2 to baseMs, each further attempt twice that, never
 * above maxMs. The random half keeps many callers from returning together; the fixed half guarantees a wait.
 *
 * @param attempt failed attempts so far, from 1
 *
 * @param options.random uniform in [0, 1)
 */
export function backoffMs(attempt: number, options: { baseMs: number; maxMs: number; random(): number }): number {
  if (!(attempt >= 1)) throw new RangeError("attempts count from 1");
  const full = Math.min(options.maxMs, options.baseMs * 2 ** (attempt - 1));
  return Math.round(full / 2 + (full / 2) * options.random());
}

const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/;

/**
 * A `Retry-After` value in milliseconds from now: whole seconds or an HTTP date in any of the three formats (RFC 9110,
 * section 10.2.3); a past date is 0. Null for anything else, and for no value.
 *
 * @param nowMs milliseconds since 1970
 */
export function parseRetryAfter(value: string | null | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND, Number.MAX_SAFE_INTEGER);
  if (!HTTP_DATE.test(text)) return null;
  // The asctime format has no zone and means GMT.
  const at = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
