import type { Clock } from "#platform/clock/clock.ts";
import { isConflict } from "#platform/db/conflicts.ts";
import { type Database, sqlState, type Tx } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import type { Log } from "#platform/log/log.ts";
import { chainMax } from "./steps/notification-steps.ts";
import { type Cause, causeOfStart, retentionOf } from "./starts.ts";
import * as queries from "./starts.queries.ts";

export interface RunPurgeDeps {
  database: Database;
  clock: Clock;
  log: Log;
  /** Runs are removed this many days after they end; a tenant may choose fewer. */
  flowRunRetentionDays: number;
}

const dayMs = 86_400_000;
const firstId = "00000000-0000-0000-0000-000000000000";
const tenantsAtOnce = 100;
const batchUsual = 500;
const triesMax = 4;
const foreignKeyViolation = "23503";
/** How long one hourly run may take after every tenant's first batch; the next hour continues. */
const roundMsMax = 300_000;

/** The progress of one tenant's purge. */
interface Purge {
  tenantId: string;
  /** Runs that ended before it are removed. */
  before: Date;
  after: string;
  removed: number;
}

/**
 * Removes runs that ended long ago, with their steps. What a run still prevents from starting again is kept as a row of `flow_starts`,
 * written in the transaction that removes the run and deleted once it is no longer needed. Tenants take turns, a batch each. It may stop
 * anywhere, run twice, and run concurrently, because it only acts on what it finds.
 */
export function createRunPurge(deps: RunPurgeDeps, batch = batchUsual): ScheduledJob {
  const { database, clock, log } = deps;

  /** Which of them are needed, and until when. */
  async function judge(tx: Tx, starts: queries.Start[], now: Date): Promise<(queries.Start & { lookAt: Date | null })[]> {
    const { triggers, once } = await queries.readVersions(tx, [...new Set(starts.map((start) => start.flow_id))]);
    const caused = starts.map((start): queries.Start & { cause: Cause } => ({
      ...start,
      cause: causeOfStart(triggers.get(`${start.flow_id} ${start.version}`) ?? "", start),
    }));
    const facts = await queries.readFacts(tx, caused, chainMax);
    const remembered = new Set<string>();
    return caused.flatMap(({ cause, ...start }) => {
      const known = facts.get(start.id);
      if (known === undefined) return [];
      // One per batch is enough for all of the same pair.
      const pair = `${start.flow_id} ${start.contact_id}`;
      const need = retentionOf(
        start,
        { cause, once: once.has(start.flow_id), facts: { ...known, remembered: known.remembered || remembered.has(pair) } },
        now,
      );
      if (need?.lookAt === null) remembered.add(pair);
      return need === null ? [] : [{ ...start, ...need }];
    });
  }

  /** A batch of runs, and one of starts left by earlier ones. Returns whether there may be more. */
  async function step(tx: Tx, purge: Purge): Promise<{ after: string; removed: number; more: boolean }> {
    if (!(await queries.lockPurge(tx))) return { after: purge.after, removed: 0, more: false };
    const now = clock.now();
    const runs = await queries.listPast(tx, purge.before, purge.after, batch);
    if (runs.length > 0) {
      // Before the runs are locked, in the order in which deleting a contact takes its locks.
      await queries.insertStarts(tx, await judge(tx, runs, now));
      await queries.deleteRuns(
        tx,
        runs.map((run) => run.id),
      );
    }
    const due = await queries.listDue(tx, now, batch);
    if (due.length > 0) {
      const needed = await judge(tx, due, now);
      const staying = new Set(needed.map((start) => start.id));
      await queries.postponeStarts(tx, needed);
      await queries.deleteStarts(
        tx,
        due.flatMap((start) => (staying.has(start.id) ? [] : [start.id])),
      );
    }
    return { after: runs.at(-1)?.id ?? purge.after, removed: runs.length, more: runs.length === batch || due.length === batch };
  }

  /** Retries after a conflict with another transaction, such as the deletion of a contact with its runs. */
  async function attempt(purge: Purge): ReturnType<typeof step> {
    for (let tries = 1; ; tries++) {
      try {
        return await database.withTenant(purge.tenantId, (tx) => step(tx, purge));
      } catch (error) {
        if (tries >= triesMax || !(isConflict(error) || sqlState(error) === foreignKeyViolation)) throw error;
      }
    }
  }

  async function run(): Promise<void> {
    const startedAt = clock.now();
    let failed: unknown;

    async function take(purge: Purge): Promise<boolean> {
      try {
        const done = await attempt(purge);
        purge.after = done.after;
        purge.removed += done.removed;
        if (done.more) return true;
      } catch (error) {
        // A failure for one tenant does not stop the others.
        failed = error;
        log.error({ err: error, tenantId: wireId("org", purge.tenantId) }, "old runs of flows of a tenant were not removed");
      }
      tellRemoved(purge);
      return false;
    }

    const tellRemoved = ({ tenantId, removed }: Purge) => {
      if (removed > 0) log.info({ tenantId: wireId("org", tenantId), removed }, "old runs of flows were removed");
    };

    let waiting: Purge[] = [];
    for (let tenants = await queries.listPurged(database, firstId, tenantsAtOnce); ; ) {
      for (const { tenant_id: tenantId, days } of tenants) {
        const kept = Math.min(days ?? deps.flowRunRetentionDays, deps.flowRunRetentionDays);
        const purge = { tenantId, before: new Date(startedAt.getTime() - kept * dayMs), after: firstId, removed: 0 };
        if (await take(purge)) waiting.push(purge);
      }
      const last = tenants.at(-1);
      if (last === undefined || tenants.length < tenantsAtOnce) break;
      tenants = await queries.listPurged(database, last.tenant_id, tenantsAtOnce);
    }
    const until = clock.now().getTime() + roundMsMax;
    while (waiting.length > 0 && clock.now().getTime() < until) {
      const more: Purge[] = [];
      for (const purge of waiting) if (await take(purge)) more.push(purge);
      waiting = more;
    }
    waiting.forEach(tellRemoved);
    if (failed !== undefined) throw failed;
  }

  return { name: "flow-runs", cron: "53 * * * *", run };
}
