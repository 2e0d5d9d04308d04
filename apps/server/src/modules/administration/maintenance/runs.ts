import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Holding } from "#platform/jobs/claim.ts";
import { createLoop } from "#platform/jobs/loop.ts";
import type { Queue } from "#platform/jobs/queue.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";

export interface RunsDeps {
  database: Pick<Database, "worker">;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
  holding: Holding;
}

/** A run that takes longer has lost its process. */
const leaseMs = 1_800_000;
/** How late a run that was put back may begin when the hint is lost. */
const pollMs = 20_000;
/** Given up on: it failed, or its process is gone. `$1` is now. */
const failed = "(state = 'failed' or (state = 'leased' and lease_until < $1))";

/**
 * The queue `maintenance`: what became of the jobs by the clock, which the scheduler runs. A failed one is run again at its next time anyway; a retry
 * runs it now. As the worker: jobs are the installation's, of no organization. A job may run twice, and beside itself.
 */
export function createMaintenanceRuns(deps: RunsDeps) {
  const { database, clock } = deps;
  const jobs = new Map<string, ScheduledJob>();

  async function end(id: string, error: unknown = null): Promise<void> {
    await database.worker({
      name: "maintenance_run_end",
      text: `update maintenance_runs set state = case when $3::text is null then 'done' else 'failed' end, lease_until = null, ended_at = $2, error = $3
              where id = $1 and state = 'leased'`,
      values: [id, clock.now(), error === null ? null : String(error instanceof Error ? error.message : error).slice(0, 500)],
    });
  }

  async function through(id: string, job: ScheduledJob): Promise<void> {
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
    const [row] = await database.worker<{ id: string }>({
      name: "maintenance_run_begin",
      text: `insert into maintenance_runs as r (id, job, state, run_at, lease_until, holder) values ($1, $2, 'leased', $3, $4, $5)
             on conflict (job) where state <> 'done' do update
               set state = 'leased', run_at = excluded.run_at, lease_until = excluded.lease_until, holder = excluded.holder, ended_at = null, error = null
             returning r.id`,
      values: [deps.ids.uuid(), job.name, now, new Date(now.getTime() + leaseMs), deps.holding.current()],
    });
    await through((row as { id: string }).id, job);
  }

  async function runNext(): Promise<boolean> {
    const now = clock.now();
    const holder = deps.holding.current();
    if (holder === null) return false;
    const [claimed] = await database.worker<{ id: string; job: string }>({
      name: "maintenance_run_claim",
      text: `update maintenance_runs set state = 'leased', lease_until = $2, holder = $4
              where id = (select id from maintenance_runs where state = 'ready' and run_at <= $1 and job = any($3)
                           order by run_at, id limit 1 for update skip locked) returning id, job`,
      values: [now, new Date(now.getTime() + leaseMs), [...jobs.keys()], holder],
    });
    if (claimed === undefined) return false;
    try {
      await through(claimed.id, jobs.get(claimed.job) as ScheduledJob);
    } catch (error) {
      deps.log.error({ err: error, job: claimed.job }, "a maintenance job failed again");
    }
    return true;
  }

  const queue: Queue = {
    name: "maintenance",
    tables: ["maintenance_runs"],
    // Given back by release(): a run is a record of what the scheduler does, and it does it again by itself.
    claimed: [],
    topic: "maintenance",
    async state(now) {
      const [row] = await database.worker<{ waiting: number; active: number; failed: number; oldest: Date | null }>({
        name: "maintenance_runs_state",
        text: `select count(*) filter (where state = 'ready')::int as waiting,
                      count(*) filter (where state = 'leased' and lease_until >= $1)::int as active,
                      count(*) filter (where ${failed})::int as failed, min(run_at) filter (where state = 'ready') as oldest
                 from maintenance_runs where state <> 'done'`,
        values: [now],
      });
      if (row === undefined) throw new Error("a count without a row");
      return { waiting: row.waiting, active: row.active, delayed: 0, failed: row.failed, oldestWaitingAt: row.oldest };
    },
    async completed(from, until) {
      const [row] = await database.worker<{ n: number }>({
        name: "maintenance_runs_completed",
        text: "select count(*)::int as n from maintenance_runs where state = 'done' and ended_at >= $1 and ended_at < $2",
        values: [from, until],
      });
      return row?.n ?? 0;
    },
    failedTenants: async () => [],
    retry: async () => 0,
    async retryOwn(now, limit) {
      const rows = await database.worker({
        name: "maintenance_runs_retry",
        text: `update maintenance_runs set state = 'ready', run_at = $1, lease_until = null, ended_at = null, error = null
                where id in (select id from maintenance_runs where ${failed} order by id limit $2 for update skip locked) returning 1`,
        values: [now, limit],
      });
      return rows.length;
    },
  };

  return {
    queue,
    /** What these processes ran and did not end has failed. Where the scheduler runs the job again at once, its run is under way again. */
    async release(numbers: number[]): Promise<void> {
      await database.worker({
        name: "maintenance_runs_release",
        text: `update maintenance_runs set state = 'failed', lease_until = null, ended_at = $2, error = 'The server process ended while it ran.'
                where state = 'leased' and holder = any($1::integer[])`,
        values: [numbers, clock.now()],
      });
    },
    loop: createLoop({ name: "maintenance", wake: deps.wake, topics: ["maintenance"], pollMs, log: deps.log, run: runNext }),
    /** The same jobs, which tell what becomes of them. Of all modules, once. */
    watch(all: ScheduledJob[]): ScheduledJob[] {
      for (const job of all) jobs.set(job.name, job);
      return all.map((job) => ({ ...job, run: () => begin(job) }));
    },
  };
}

export type MaintenanceRuns = ReturnType<typeof createMaintenanceRuns>;
