/**
 * GCRA, the leaky bucket that stores one number per key: the theoretical arrival time (TAT), the moment at which the
 * bucket is full again. An unknown key and one whose TAT has passed are the same, so old ones can be dropped.
 */
export interface GcraStep {
  allowed: boolean;
  /** The TAT to store; unchanged if refused (but never more than a whole bucket ahead). */
  tat: number;
  /** Whole tokens left, never negative. */
  remaining: number;
  /** Time until the bucket is full. */
  resetAfter: number;
  /** Time until the same cost would be allowed; 0 if it was, Infinity if it exceeds the burst. */
  retryAfter: number;
}

/**
 * One decision, in any unit of time (the same for all; exact for whole numbers below 2^53). Pure: used both by the
 * in-memory limiter and by the one that stores TATs in the database.
 *
 * @param tat the stored value, or null for an unknown key
 *
 * @param interval time in which one token returns
 *
 * @param burst tokens in a full bucket
 *
 * @param cost requested tokens; 0 only checks
 */
export function gcraStep(tat: number | null, now: number, interval: number, burst: number, cost = 1): GcraStep {
  const capacity = burst * interval;
  // A TAT more than a whole bucket ahead can only come from a clock that went back, or a lowered limit.
  const start = tat === null ? now : Math.min(Math.max(tat, now), now + capacity);
  const next = start + cost * interval;
  const allowed = next - now <= capacity;
  const end = allowed ? next : start;
  return {
    allowed,
    tat: end,
    remaining: Math.floor((capacity - (end - now)) / interval),
    resetAfter: end - now,
    retryAfter: allowed ? 0 : cost > burst ? Number.POSITIVE_INFINITY : next - now - capacity,
  };
}

export interface RateLimit {
  /** Tokens that return per minute. */
  perMinute: number;
  /** Tokens in a full bucket; `perMinute` by default, so that a whole window may be used at once. */
  burst?: number;
}

export interface RateDecision {
  allowed: boolean;
  /** The burst, for `RateLimit-Limit`. */
  limit: number;
  remaining: number;
  /** Whole seconds until the bucket is full, rounded up: `RateLimit-Reset`. */
  resetSeconds: number;
  /**
   * 0 if allowed, otherwise at least 1: `Retry-After`. A cost above the burst is never allowed, and gives the reset.
   */
  retryAfterSeconds: number;
}

export interface Gcra {
  /**
   * Takes `cost` tokens of the key if available (all or none). A changed limit applies immediately; used tokens stay
   * used.
   */
  take(key: string, limit: RateLimit, cost?: number): RateDecision;
  /** The number of keys stored. */
  readonly size: number;
}

const MS_PER_MINUTE = 60_000;

/**
 * A limiter for one process (0.1 µs per decision). A restart forgets everything. Memory is bounded: keys with a full
 * bucket are dropped first; beyond `keysMax` the oldest ones are dropped and start afresh.
 *
 * @param options.now milliseconds, from a clock that never goes back (if it does, nobody waits longer than one bucket)
 */
export function createGcra(options: { now(): number; keysMax?: number }): Gcra {
  const keysMax = options.keysMax ?? 200_000;
  // Time is counted in ticks of 1/perMinute ms, so that a token is exactly 60,000 ticks: with floating-point intervals
  // (7 a minute = 8571.43 ms) rounding would refuse the last token of a burst.
  const epochMs = Math.floor(options.now());
  const entries = new Map<string, { tat: number; perMinute: number }>();
  let sweepAt = 1024;

  function sweep(nowMs: number): void {
    for (const [key, entry] of entries) {
      if (entry.tat <= nowMs * entry.perMinute) entries.delete(key);
    }
    for (const key of entries.keys()) {
      if (entries.size <= keysMax / 2) break;
      entries.delete(key);
    }
    sweepAt = Math.min(keysMax, Math.max(1024, entries.size * 2));
  }

  return {
    take(key, limit, cost = 1) {
      const { perMinute, burst = perMinute } = limit;
      if (!(perMinute > 0 && burst > 0 && cost >= 0)) throw new RangeError("a rate limit must be above 0 and a cost not below");
      const nowMs = Math.floor(options.now()) - epochMs;
      const now = nowMs * perMinute;
      const entry = entries.get(key);
      const tat = entry === undefined ? null : entry.perMinute === perMinute ? entry.tat : (entry.tat / entry.perMinute) * perMinute;
      const step = gcraStep(tat, now, MS_PER_MINUTE, burst, cost);
      if (entry === undefined) {
        if (entries.size >= sweepAt) sweep(nowMs);
        if (step.tat > now) entries.set(key, { tat: step.tat, perMinute });
      } else {
        entry.tat = step.tat;
        entry.perMinute = perMinute;
      }
      const resetSeconds = seconds(step.resetAfter, perMinute);
      const retrySeconds = Number.isFinite(step.retryAfter) ? seconds(step.retryAfter, perMinute) : resetSeconds;
      return {
        allowed: step.allowed,
        limit: burst,
        remaining: step.remaining,
        resetSeconds,
        retryAfterSeconds: step.allowed ? 0 : Math.max(1, retrySeconds),
      };
    },
    get size() {
      return entries.size;
    },
  };
}

function seconds(ticks: number, perMinute: number): number {
  return Math.ceil(ticks / (perMinute * 1000));
}
