import type { Database } from "../db/database.ts";
import type { Credential } from "../http/context.ts";
import { createGcra } from "./gcra.ts";

export interface Verdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
  retryAfterSeconds: number;
}

/** The request budget of an API key: one window's worth at once, then steady. */
export interface RequestLimiter {
  take(credential: Credential): Verdict | Promise<Verdict>;
  /** How many API processes serve now; more than one moves the budgets into the database. */
  setProcesses(count: number): void;
}

/**
 * One process: GCRA in memory (0.06 µs). Several: the same arithmetic in an unlogged table, taken in small portions of at
 * most half a percent of the limit, so the sum over all processes never exceeds the limit and unspent portions cost less
 * than one percent.
 */
export function createRequestLimiter(options: {
  database: Database;
  perMinuteDefault: number;
  monotonicMs?: () => number;
}): RequestLimiter {
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const local = createGcra({ now: monotonicMs });
  const portions = new Map<string, Portion>();
  const taking = new Map<string, Promise<Portion>>();
  let shared = false;

  async function takePortion(credential: Credential, perMinute: number): Promise<Portion> {
    const intervalMs = 60_000 / perMinute;
    // Cross-tenant role: this runs before any tenant transaction, for every tenant alike.
    const [row] = await options.database.worker<{ granted: number; ahead_ms: number }>({
      name: "rate_limit_take",
      text: "select granted, ahead_ms from take_rate_limit($1, $2, $3, $4::float8 * interval '1 ms', $5)",
      values: [credential.tenantId, credential.id, Math.max(1, Math.floor(perMinute / 200)), intervalMs, perMinute],
    });
    if (row === undefined) throw new Error("take_rate_limit returned nothing");
    const portion: Portion = {
      left: row.granted,
      empty: row.granted === 0,
      takenAt: monotonicMs(),
      remaining: Math.max(0, Math.floor((perMinute * intervalMs - row.ahead_ms) / intervalMs + 1e-6)),
      resetSeconds: Math.max(0, Math.ceil(row.ahead_ms / 1000)),
      retryAfterSeconds: Math.max(1, Math.ceil((row.ahead_ms - (perMinute - 1) * intervalMs) / 1000)),
    };
    if (portions.size > 10_000) portions.clear();
    portions.set(credential.id, portion);
    return portion;
  }

  async function takeShared(credential: Credential, perMinute: number): Promise<Verdict> {
    for (;;) {
      const held = portions.get(credential.id);
      if (held !== undefined && held.left > 0 && monotonicMs() - held.takenAt < 2_000) {
        held.left -= 1;
        return {
          allowed: true,
          limit: perMinute,
          remaining: held.remaining + held.left,
          resetSeconds: held.resetSeconds,
          retryAfterSeconds: 0,
        };
      }
      let pending = taking.get(credential.id);
      if (pending === undefined) {
        pending = takePortion(credential, perMinute).finally(() => taking.delete(credential.id));
        taking.set(credential.id, pending);
      }
      const fresh = await pending;
      if (fresh.empty) {
        return {
          allowed: false,
          limit: perMinute,
          remaining: 0,
          resetSeconds: fresh.resetSeconds,
          retryAfterSeconds: fresh.retryAfterSeconds,
        };
      }
    }
  }

  return {
    take(credential) {
      const perMinute = credential.rateLimitPerMinute ?? options.perMinuteDefault;
      return shared ? takeShared(credential, perMinute) : local.take(credential.id, { perMinute });
    },
    setProcesses(count) {
      shared = count > 1;
    },
  };
}

interface Portion {
  left: number;
  takenAt: number;
  remaining: number;
  resetSeconds: number;
  retryAfterSeconds: number;
  empty: boolean;
}
