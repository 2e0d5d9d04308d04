import type { Database } from "../db/database.ts";
import type { Budget, Credential } from "../http/context.ts";
import { createGcra } from "./gcra.ts";

export interface Verdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
  retryAfterSeconds: number;
}

/**
 * A credential's request budgets: one window's worth at once, then a steady rate. A request takes one from each or from
 * none: its key's, those of the keys that created it, its organization's. The response shows the budget with the least
 * left.
 */
export interface RequestLimiter {
  take(credential: Pick<Credential, "budgets">): Verdict | Promise<Verdict>;
  /** How many API processes are serving; with more than one, budgets move into the database. */
  setProcesses(count: number): void;
}

/**
 * One process: GCRA in memory (0.06 µs). Several: the same arithmetic in an unlogged table, taken in small portions of
 * at most half a percent of the limit, so the sum over all processes never exceeds the limit and unspent portions cost
 * less than one percent.
 */
export function createRequestLimiter(options: { database: Database; monotonicMs?: () => number }): RequestLimiter {
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const local = createGcra({ now: monotonicMs });
  const portions = new Map<string, Portion>();
  const taking = new Map<string, Promise<Portion>>();
  let shared = false;

  async function takePortion(budget: Budget): Promise<Portion> {
    const { perMinute } = budget;
    const intervalMs = 60_000 / perMinute;
    // Cross-tenant role: this runs before any tenant transaction, for all tenants.
    const [row] = await options.database.worker<{ granted: number; ahead_ms: number }>({
      name: "rate_limit_take",
      text: "select granted, ahead_ms from take_rate_limit($1, $2, $3, $4::float8 * interval '1 ms', $5)",
      values: [budget.tenantId, budget.id, Math.max(1, Math.floor(perMinute / 200)), intervalMs, perMinute],
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
    portions.set(nameOf(budget), portion);
    return portion;
  }

  /** What is left of a budget's portion; undefined: a new one must be taken. */
  function currentPortion(budget: Budget): Portion | undefined {
    const held = portions.get(nameOf(budget));
    return held !== undefined && held.left > 0 && monotonicMs() - held.takenAt < 2_000 ? held : undefined;
  }

  async function takeShared(budgets: readonly Budget[]): Promise<Verdict> {
    for (;;) {
      const missing = budgets.find((budget) => currentPortion(budget) === undefined);
      // All of them are available, and nothing is awaited until all are taken.
      if (missing === undefined) return nearest(budgets, budgets.map(takeFromPortion));
      const name = nameOf(missing);
      let pending = taking.get(name);
      if (pending === undefined) {
        pending = takePortion(missing).finally(() => taking.delete(name));
        taking.set(name, pending);
      }
      const { empty, resetSeconds, retryAfterSeconds } = await pending;
      // A portion that others have used up meanwhile is not an empty budget: take the next one.
      if (empty) {
        return { allowed: false, limit: limitOf(budgets), remaining: 0, resetSeconds, retryAfterSeconds };
      }
    }
  }

  function takeFromPortion(budget: Budget): BudgetState {
    const held = currentPortion(budget) as Portion;
    held.left -= 1;
    return { remaining: held.remaining + held.left, resetSeconds: held.resetSeconds };
  }

  function takeLocal(budgets: readonly Budget[]): Verdict {
    // Checked first, so that an empty budget costs the others nothing.
    for (const { id, perMinute } of budgets) {
      if (local.take(id, { perMinute }, 0).remaining >= 1) continue;
      const { allowed, resetSeconds, retryAfterSeconds } = local.take(id, { perMinute });
      if (!allowed) return { allowed, limit: limitOf(budgets), remaining: 0, resetSeconds, retryAfterSeconds };
    }
    return nearest(
      budgets,
      budgets.map(({ id, perMinute }) => local.take(id, { perMinute })),
    );
  }

  return {
    take: ({ budgets }) => (shared ? takeShared(budgets) : takeLocal(budgets)),
    setProcesses(count) {
      shared = count > 1;
    },
  };
}

interface BudgetState {
  remaining: number;
  resetSeconds: number;
}

const nameOf = (budget: Budget) => `${budget.tenantId}/${budget.id}`;

/** The lowest rate is what the caller can rely on. */
const limitOf = (budgets: readonly Budget[]) => Math.min(...budgets.map(({ perMinute }) => perMinute));

function nearest(budgets: readonly Budget[], lefts: BudgetState[]): Verdict {
  const { remaining, resetSeconds } = lefts.reduce((least, left) => (left.remaining < least.remaining ? left : least));
  return { allowed: true, limit: limitOf(budgets), remaining, resetSeconds, retryAfterSeconds: 0 };
}

interface Portion {
  left: number;
  takenAt: number;
  remaining: number;
  resetSeconds: number;
  retryAfterSeconds: number;
  empty: boolean;
}
