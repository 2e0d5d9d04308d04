import type { Database } from "#platform/db/database.ts";

/** Failed, or its process has died. `$1`: now. */
export const failed = "(state = 'failed' or (state = 'leased' and lease_until < $1))";

export async function endRun(database: Pick<Database, "worker">, id: string, now: Date, error: string | null): Promise<void> {
  await database.worker({
    name: "maintenance_run_end",
    text: `update maintenance_runs set state = case when $3::text is null then 'done' else 'failed' end, lease_until = null, ended_at = $2, error = $3
            where id = $1 and state = 'leased'`,
    values: [id, now, error],
  });
}

export function beginRun(
  database: Pick<Database, "worker">,
  id: string,
  job: string,
  now: Date,
  leaseUntil: Date,
  holder: number | null,
): Promise<{ id: string }[]> {
  return database.worker({
    name: "maintenance_run_begin",
    text: `insert into maintenance_runs as r (id, job, state, run_at, lease_until, holder) values ($1, $2, 'leased', $3, $4, $5)
           on conflict (job) where state <> 'done' do update
             set state = 'leased', run_at = excluded.run_at, lease_until = excluded.lease_until, holder = excluded.holder, ended_at = null, error = null
           returning r.id`,
    values: [id, job, now, leaseUntil, holder],
  });
}

export function claimRun(
  database: Pick<Database, "worker">,
  now: Date,
  leaseUntil: Date,
  jobs: string[],
  holder: number,
): Promise<{ id: string; job: string }[]> {
  return database.worker({
    name: "maintenance_run_claim",
    text: `update maintenance_runs set state = 'leased', lease_until = $2, holder = $4
            where id = (select id from maintenance_runs where state = 'ready' and run_at <= $1 and job = any($3)
                         order by run_at, id limit 1 for update skip locked) returning id, job`,
    values: [now, leaseUntil, jobs, holder],
  });
}

export function countRuns(
  database: Pick<Database, "worker">,
  now: Date,
): Promise<{ waiting: number; active: number; failed: number; oldest: Date | null }[]> {
  return database.worker({
    name: "maintenance_runs_state",
    text: `select count(*) filter (where state = 'ready')::int as waiting,
                  count(*) filter (where state = 'leased' and lease_until >= $1)::int as active,
                  count(*) filter (where ${failed})::int as failed, min(run_at) filter (where state = 'ready') as oldest
             from maintenance_runs where state <> 'done'`,
    values: [now],
  });
}

export function countCompleted(database: Pick<Database, "worker">, from: Date, until: Date): Promise<{ n: number }[]> {
  return database.worker({
    name: "maintenance_runs_completed",
    text: "select count(*)::int as n from maintenance_runs where state = 'done' and ended_at >= $1 and ended_at < $2",
    values: [from, until],
  });
}

export interface FailedRun {
  id: string;
  job: string;
  error: string | null;
  failed_at: Date | null;
}

export function listFailedRuns(
  database: Pick<Database, "worker">,
  now: Date,
  below: string | null,
  id: string | null,
  limit: number,
): Promise<FailedRun[]> {
  return database.worker({
    name: "maintenance_runs_failed",
    text: `select id, job, error, coalesce(ended_at, lease_until) as failed_at from maintenance_runs
            where ${failed} and ($2::uuid is null or id < $2) and ($3::uuid is null or id = $3) order by id desc limit $4`,
    values: [now, below, id, limit],
  });
}

export function retryFailed(database: Pick<Database, "worker">, now: Date, limit: number, id: string | null = null): Promise<object[]> {
  return database.worker({
    name: "maintenance_runs_retry",
    text: `update maintenance_runs set state = 'ready', run_at = $1, lease_until = null, ended_at = null, error = null
            where id in (select id from maintenance_runs where ${failed} and ($3::uuid is null or id = $3) order by id limit $2 for update skip locked) returning 1`,
    values: [now, limit, id],
  });
}

export async function failRunsOf(database: Pick<Database, "worker">, numbers: number[], now: Date): Promise<void> {
  await database.worker({
    name: "maintenance_runs_release",
    text: `update maintenance_runs set state = 'failed', lease_until = null, ended_at = $2, error = 'The server process ended while it ran.'
            where state = 'leased' and holder = any($1::integer[])`,
    values: [numbers, now],
  });
}
