import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { ClaimHolder } from "#platform/jobs/claim.ts";
import { createLoop } from "#platform/jobs/loop.ts";
import type { Queue } from "#platform/jobs/queue.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { endRun, beginRun, claimRun, countRuns, countCompleted, listFailedRuns, retryFailed, failRunsOf } from "./runs.queries.ts";

export interface RunsDeps {
  database: Pick<Database, "worker">;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
  holding: ClaimHolder;
}

/** A run that takes longer has lost its process. */
const leaseMs = 1_800_000;
/** The longest delay of a retried run if the hint is lost. */
const pollMs = 20_000;

/**
 * The queue `maintenance`: the outcomes of the jobs that the scheduler runs. A failed job runs again at its next time
 * anyway; a retry runs it now. Runs as the worker, because jobs belong to the installation and to no organization. A
 * job may run twice and concurrently.
 */
export function createMaintenanceRuns(deps: RunsDeps) {
  const { database, clock } = deps;
  const jobs = new Map<string, ScheduledJob>();

  async function end(id: string, error: unknown = null): Promise<void> {
    await endRun(database, id, clock.now(), error === null ? null : String(error instanceof Error ? error.message : error).slice(0, 500));
  }

  async function runAndRecord(id: string, job: ScheduledJob): Promise<void> {
    try {
      await job.run();
    } catch (error) {
      await end(id, error);
      throw error;
    }
    await end(id);
  }

  async function begin(job: ScheduledJob): Promise<void> {
    const now = clock.now();
    const [row] = await beginRun(database, deps.ids.uuid(), job.name, now, new Date(now.getTime() + leaseMs), deps.holding.current());
    await runAndRecord((row as { id: string }).id, job);
  }

  async function runNext(): Promise<boolean> {
    const now = clock.now();
    const holder = deps.holding.current();
    if (holder === null) return false;
    const [claimed] = await claimRun(database, now, new Date(now.getTime() + leaseMs), [...jobs.keys()], holder);
    if (claimed === undefined) return false;
    try {
      await runAndRecord(claimed.id, jobs.get(claimed.job) as ScheduledJob);
    } catch (error) {
      deps.log.error({ err: error, job: claimed.job }, "a maintenance job failed again");
    }
    return true;
  }

  const queue: Queue = {
    name: "maintenance",
    tables: ["maintenance_runs"],
    // release() handles these: a run only records what the scheduler does, and the scheduler repeats it by itself.
    claimed: [],
    topic: "maintenance",
    async state(now) {
      const [row] = await countRuns(database, now);
      if (row === undefined) throw new Error("a count without a row");
      return { waiting: row.waiting, active: row.active, delayed: 0, failed: row.failed, oldestWaitingAt: row.oldest };
    },
    async completed(from, until) {
      const [row] = await countCompleted(database, from, until);
      return row?.n ?? 0;
    },
    failedTenants: async () => [],
    retry: async () => 0,
    async failedWork(now, { below = null, id = null, limit }) {
      const rows = await listFailedRuns(database, now, below, id, limit);
      return rows.map((run) => ({
        ...{ tenant_id: null, id: run.id, about: run.job, reason: run.error, attempts: null, failed_at: run.failed_at },
        // It runs again at its next time, so there is nothing to end.
        ...{ retryable: true, discardable: false },
      }));
    },
    discard: async () => false,
    async retryOwn(now, limit, id) {
      const rows = await retryFailed(database, now, limit, id);
      return rows.length;
    },
  };

  return {
    queue,
    /**
     * Marks as failed what dead processes started and did not finish. If the scheduler repeats the job immediately, its run becomes active
     * again.
     */
    async release(numbers: number[]): Promise<void> {
      await failRunsOf(database, numbers, clock.now());
    },
    loop: createLoop({ name: "maintenance", wake: deps.wake, topics: ["maintenance"], pollMs, log: deps.log, run: runNext }),
    /** The same jobs, wrapped to record their outcomes. Call it once with the jobs of all modules. */
    watch(all: ScheduledJob[]): ScheduledJob[] {
      for (const job of all) jobs.set(job.name, job);
      return all.map((job) => ({ ...job, run: () => begin(job) }));
    },
  };
}

export type MaintenanceRuns = ReturnType<typeof createMaintenanceRuns>;
