import type { Clock } from "../clock/clock.ts";
import type { Database } from "../db/database.ts";
import type { Log } from "../log/log.ts";
import type { ClaimHolder } from "./claim.ts";
import { createLoop, type Loop } from "./loop.ts";
import { deathsMax } from "./set-aside.ts";
import type { Wake } from "./wake.ts";

/** A job that runs on a schedule, once across all processes. Must be safe to run twice. */
export interface ScheduledJob {
  name: string;
  /** `minute * * * *` or `minute hour * * *`, UTC. */
  cron: string;
  run(): Promise<void>;
}

const pollMs = 20_000;
const limitMs = 1_800_000;
const triesMax = 4;
const retryMs = 60_000;

const hourMs = 3_600_000;

/** The first time after an instant. Throws for any other format. */
export function nextTime(cron: string, after: Date): Date {
  const parts = /^(\d{1,2}) (\*|\d{1,2}) \* \* \*$/.exec(cron);
  const [minute, hour] = [Number(parts?.[1]), parts?.[2] === "*" ? null : Number(parts?.[2])];
  if (parts === null || minute > 59 || (hour ?? 0) > 23) throw new Error(`not a time of a scheduled job: ${cron}`);
  const everyMs = hour === null ? hourMs : 24 * hourMs;
  const offsetMs = minute * 60_000 + (hour ?? 0) * hourMs;
  return new Date((Math.floor((after.getTime() - offsetMs) / everyMs) + 1) * everyMs + offsetMs);
}

/**
 * Scheduled jobs: rows of the installation, of no tenant (docs/adr/0168-jobs-by-the-clock-are-rows.md). One run per
 * scheduled time, whatever the number of workers; a failure is retried soon, up to three times.
 */
export function createScheduler(deps: {
  database: Pick<Database, "worker">;
  clock: Clock;
  wake: Pick<Wake, "on">;
  holding: ClaimHolder;
  jobs: ScheduledJob[];
  log: Log;
}) {
  const { database, clock, holding, log } = deps;
  const jobs = new Map(deps.jobs.map((job) => [job.name, job]));
  for (const { cron } of deps.jobs) nextTime(cron, clock.now());
  let known = false;

  async function addMissing(): Promise<void> {
    const now = clock.now();
    await database.worker({
      text: `insert into scheduled_jobs (name, run_at) select * from unnest($1::text[], $2::timestamptz[]) on conflict do nothing`,
      values: [deps.jobs.map(({ name }) => name), deps.jobs.map(({ cron }) => nextTime(cron, now))],
    });
    known = true;
  }

  /**
   * Releases jobs of dead processes (`numbers`), or (null) those that exceeded the time limit: immediately the first
   * time, after the second only at their next time. `died`: the processes crashed instead of stopping properly, for
   * which no job is to blame.
   */
  async function giveBack(numbers: number[] | null, died = true): Promise<void> {
    const ended = await database.worker<{ name: string; deaths: number }>({
      name: `scheduled_jobs_${numbers === null ? "expire" : "release"}`,
      text: `update scheduled_jobs set state = 'ready', lease_until = null, deaths = deaths + $1::integer
              where state = 'leased' and ${numbers === null ? "lease_until < $2" : "holder = any($2::integer[])"}
             returning name, deaths`,
      values: [died ? 1 : 0, numbers ?? clock.now()],
    });
    for (const { name, deaths } of ended.filter((one) => one.deaths >= deathsMax)) {
      log.error(
        { job: name, deaths },
        "a scheduled job ended its process or exceeded its time limit twice; it waits for its next scheduled time",
      );
      await postpone(name, nextTime(jobs.get(name)?.cron ?? "0 * * * *", clock.now()));
    }
  }

  async function postpone(name: string, until: Date): Promise<void> {
    await database.worker({
      name: "scheduled_jobs_postpone",
      text: "update scheduled_jobs set run_at = $2, deaths = 0 where name = $1 and state = 'ready'",
      values: [name, until],
    });
  }

  async function settle(name: string, claim: { holder: number; attempts: number }, next: { at: Date; attempts: number }): Promise<void> {
    await database.worker({
      name: "scheduled_jobs_settle",
      // Only for this claim: the job may have exceeded its limit and belong to another process. Under the number of
      // that time, which this process may no longer hold.
      text: `update scheduled_jobs set state = 'ready', lease_until = null, deaths = 0, run_at = $3, attempts = $4
              where name = $1 and attempts = $2 and state = 'leased' and holder = $5`,
      values: [name, claim.attempts, next.at, next.attempts, claim.holder],
    });
  }

  /** Runs as the cross-tenant worker: jobs belong to the installation. */
  async function run(): Promise<boolean> {
    const holder = holding.current();
    if (holder === null) return false;
    if (!known) await addMissing();
    await giveBack(null);
    const now = clock.now();
    const [claim] = await database.worker<{ name: string; attempts: number }>({
      name: "scheduled_jobs_claim",
      text: `update scheduled_jobs set state = 'leased', lease_until = $2, attempts = attempts + 1, holder = $3
              where name = (select name from scheduled_jobs where state = 'ready' and run_at <= $1 and name = any($4)
                             order by run_at, name limit 1 for update skip locked)
             returning name, attempts`,
      values: [now, new Date(now.getTime() + limitMs), holder, [...jobs.keys()]],
    });
    if (claim === undefined) return false;
    const job = jobs.get(claim.name) as ScheduledJob;
    try {
      await job.run();
      await settle(job.name, { ...claim, holder }, { at: nextTime(job.cron, clock.now()), attempts: 0 });
    } catch (error) {
      const again = claim.attempts < triesMax;
      log.error({ err: error, job: job.name, attempts: claim.attempts, again }, "a scheduled job failed");
      const at = again ? new Date(clock.now().getTime() + retryMs * claim.attempts ** 2) : nextTime(job.cron, clock.now());
      await settle(job.name, { ...claim, holder }, { at, attempts: again ? claim.attempts : 0 });
    }
    return true;
  }

  return {
    loop: createLoop({ name: "scheduled jobs", wake: deps.wake, topics: [], pollMs, restPollMs: pollMs, log, run }) as Loop,
    /** Dead processes' jobs continue elsewhere. */
    release: (numbers: number[], died: boolean) => giveBack(numbers, died),
  };
}
