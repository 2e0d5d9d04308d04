/**
 * Keeps PostgreSQL from plans that suit an empty table, or an only tenant, and are ruinous later. All of it is here and
 * in functions/one_expected.sql, each with the measurement that justifies it: PostgreSQL 18, 20 tenants with 20,000
 * messages, 4,000 contacts and a year of metrics each, 2026-11-23 (docs/adr/0178-the-schema-is-files-of-today.md).
 * scripts/checks/planner.test.ts looks for other cases.
 */
import type { Pool, PoolClient } from "pg";

/**
 * For every connection, as statements. Every table contains all tenants, so a sequential scan is never right, whatever
 * an early plan assumes. Measured: contacts by two phone numbers 25 to 42 ms with a plan that was made while the table
 * was empty, 0.6 ms with this. JIT-compiling plans takes longer than running them. `given`: the options in the
 * connection's URL; a setting that they name takes precedence.
 */
export function plannerSettings(given: string | undefined): string {
  const named = (given ?? "").replaceAll("-", "_");
  return ["enable_seqscan", "jit"].flatMap((name) => (named.includes(name) ? [] : [`set ${name} = off;`])).join(" ");
}

/**
 * Keeps a subquery from being flattened: it looks up each given row by its key, or the few rows that an index has,
 * before all other conditions apply. Otherwise the subquery becomes a join, and since PostgreSQL expects a hundred rows
 * from JSON or an array, it reads all of the tenant's rows. Measured: the contacts of 100 messages 0.6 to 5 ms, without
 * it 120 to 312 ms until the tables are analysed, 2 ms then; metrics of twelve months 53 ms, without it 66 ms.
 */
export const noFlattening = "offset 0";

/**
 * PostgreSQL plans a named statement, and those inside functions, for the current size of the tables, and keeps the
 * plan until the next ANALYZE. On a young installation that is a plan for empty tables: 40 ms a claim after 5,000
 * messages instead of 2 (bench/RESULTS.md (c)); 100 statuses 102 to 265 ms instead of 2 to 7. So every connection
 * discards its plans after 1, 2, 4 … seconds of its life.
 */
export function discardPlansRegularly(pool: Pool): void {
  const next = new WeakMap<PoolClient, { at: number; gapMs: number }>();
  pool.on("acquire", (client) => {
    const now = performance.now();
    const known = next.get(client);
    if (known === undefined) next.set(client, { at: now + plansGapMs, gapMs: plansGapMs });
    else if (now >= known.at) {
      next.set(client, { at: now + 2 * known.gapMs, gapMs: Math.min(2 * known.gapMs, plansGapMsMax) });
      // Not awaited: it is sent ahead of the next statement, which fails if the connection is broken.
      client.query("discard plans").catch(() => undefined);
    }
  });
}

const plansGapMs = 1_000;
const plansGapMsMax = 600_000;
