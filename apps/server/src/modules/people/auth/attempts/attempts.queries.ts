import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";
import type { Database } from "#platform/db/database.ts";

/** `blocked_until`: the wait that this attempt imposes if it has begun, otherwise the wait that prevents it. */
export function countAttempt(
  database: Pick<Database, "worker">,
  subject: Buffer,
  now: Date,
  free: number,
  windowMs: number,
  waitMs: number,
  waitMsMax: number,
  memoryMs: number,
): Promise<{ blocked_until: Date | null; begun: boolean }[]> {
  return database.worker({
    name: "auth_attempt_begin",
    text: `with tried as (
             insert into auth_attempts as a (subject, attempts, forget_at, blocked_until)
             values ($1, 1, $2::timestamptz + $4 * interval '1 ms', case when $3 <= 1 then $2::timestamptz + $5 * interval '1 ms' end)
             on conflict (subject) do update set (attempts, forget_at, blocked_until) = (
               select n.n, case when n.n = 1 then $2::timestamptz + $4 * interval '1 ms'
                                when n.n >= $3 then w.until + $7 * interval '1 ms' else a.forget_at end,
                      case when n.n >= $3 then w.until end
                 from (select case when a.forget_at <= $2 then 1 else a.attempts + 1 end as n) n
                cross join lateral (select $2::timestamptz + least($6::float8, $5 * power(2, least(20, n.n - $3))) * interval '1 ms' as until) w)
             where a.blocked_until is null or a.blocked_until <= $2
             returning a.blocked_until)
           select true as begun, blocked_until from tried
           union all
           select false, (select blocked_until from auth_attempts where subject = $1) where not exists (select from tried)`,
    values: [subject, now, free, windowMs, waitMs, waitMsMax, memoryMs],
  });
}

export function findWait(database: Pick<Database, "worker">, subject: Buffer, now: Date): Promise<{ blocked_until: Date }[]> {
  return database.worker({
    name: "auth_attempt_check",
    text: "select blocked_until from auth_attempts where subject = $1 and blocked_until > $2",
    values: [subject, now],
  });
}

/** `imposed`: the wait that the attempt imposed. It ends as well, an earlier attempt's does not. */
export async function undoAttempt(query: WorkerQuery, subject: Buffer, free: number, imposed: Date | null): Promise<void> {
  await query({
    name: "auth_attempt_take_back",
    text: `update auth_attempts
              set attempts = greatest(0, attempts - 1),
                  blocked_until = case when attempts - 1 >= $2 and blocked_until is distinct from $3::timestamptz then blocked_until end
            where subject = $1`,
    values: [subject, free, imposed],
  });
}

export async function forgetAttempts(query: WorkerQuery, subject: Buffer): Promise<void> {
  await query({ name: "auth_attempts_forget", text: "delete from auth_attempts where subject = $1", values: [subject] });
}
