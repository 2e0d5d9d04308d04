/**
 * Keeps PostgreSQL from plans that are good for an empty table, or for the only tenant, and ruinous later. All of it is
 * here and in functions/one_expected.sql, each with the measurement that justifies it: PostgreSQL 18, 20 tenants with
 * 20,000 messages, 4,000 contacts and a year of metrics each, 2026-11-23
 * (docs/adr/0178-the-schema-is-files-of-today.md). scripts/checks/planner.test.ts searches for others.
 */
import type { Pool, PoolClient } from "pg";

/**
 * For every connection, as statements. Every table contains all tenants, so a sequential scan is never right, whatever
 * an early plan expects. Measured: contacts by two phone numbers 25 to 42 ms with a plan that was made while the table
 * was empty, 0.6 ms with this. Compiling plans takes longer than running them. `given`: the options in the connection's
 * URL; a setting that they name takes precedence.
 */
export function plannerSettings(given: string | undefined): string {
  const named = (given ?? "").replaceAll("-", "_");
  return ["enable_seqscan", "jit"].flatMap((name) => (named.includes(name) ? [] : [`set ${name} = off;`])).join(" ");
}

/**
 * Ends a subquery that must stay one: the look-up of each given row by its key, or of the few rows that an index has,
 * before all other conditions. Without it the subquery becomes a join, and PostgreSQL expects a hundred rows from JSON
 * or an array: it reads all rows of the tenant. Measured: the contacts of 100 messages 0.6 to 5 ms, without it 120 to
 * 312 ms until the tables are analysed, 2 ms then; metrics of twelve months 53 ms, without it 66 ms.
 */
export const eachByKey = "offset 0";

/**
 * PostgreSQL plans a named statement, and those inside functions, by the present size of the tables, and keeps the plan
 * until the next ANALYZE. On a young installation that is a plan for empty tables: 40 ms a claim after 5,000 messages
 * instead of 2 (bench/RESULTS.md (c)); 100 statuses 102 to 265 ms instead of 2 to 7. So every connection forgets its
 * plans after 1, 2, 4 … seconds of its life.
 */
export function keepPlansFresh(pool: Pool): void {
  const next = new WeakMap<PoolClient, { at: number; gapMs: number }>();
  pool.on("acquire", (client) => {
    const now = performance.now();
    const known = next.get(client);
    if (known === undefined) next.set(client, { at: now + plansGapMs, gapMs: plansGapMs });
    else if (now >= known.at) {
      next.set(client, { at: now + 2 * known.gapMs, gapMs: Math.min(2 * known.gapMs, plansGapMsMax) });
      // Not awaited: it is sent ahead of the following statement, which fails if the connection is broken.
      client.query("discard plans").catch(() => undefined);
    }
  });
}

const plansGapMs = 1_000;
const plansGapMsMax = 600_000;
