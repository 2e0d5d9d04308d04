import type { Database, Statement } from "#platform/db/database.ts";
import { noFlattening } from "#platform/db/plans.ts";
import type { LoggedEvent } from "#platform/events/tail.ts";
import type { FilterCondition } from "../data-filter.ts";
import type { SignatureScheme } from "../webhooks.schema.ts";

/**
 * Statements of the delivery loops. They run as the cross-tenant worker: fanning out, claiming and completing serve all
 * tenants in one statement each, which makes a thousand deliveries a second possible. Every predicate still names the
 * tenant.
 *
 * Statements over the queue have no name, so they are planned for each execution: a plan made while the table was
 * almost empty reads all of it, and PostgreSQL keeps that plan until the next ANALYZE (measured: 20,000 waiting rows
 * took completions from 3 ms to over 2 s, and lease sweeps into lock time-outs).
 */
/** The database without statement names, for the shared claim statement, for the same reason. */
export function withoutStatementNames(database: Database): Database {
  return { ...database, worker: ({ text, values }) => database.worker({ text, ...(values === undefined ? {} : { values }) }) };
}

export type Query = <R extends object>(statement: Statement) => Promise<R[]>;

export interface SendingEndpoint {
  tenant_id: string;
  id: string;
  url: string;
  events: string[];
  channel_ids: string[] | null;
  status: "active" | "paused" | "disabled";
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_expires_at: Date | null;
  headers: Buffer | null;
  max_per_second: number | null;
  filter: FilterCondition[];
  signature_scheme: SignatureScheme;
  signing_key: Buffer | null;
  previous_signing_key: Buffer | null;
  failing_since: Date | null;
  failure_count: number;
  alerted_at: Date | null;
  last_success_at: Date | null;
  created_xid: string;
  deleted_at: Date | null;
  /** Changes with every write to the row. */
  version: string;
}

const endpointColumns = `w.tenant_id, w.id, w.url, w.events, w.channel_ids, w.status, w.secret, w.previous_secret, w.previous_secret_expires_at,
  w.headers, w.max_per_second, w.filter, w.signature_scheme, w.signing_key, w.previous_signing_key,
  w.failing_since, w.failure_count, w.alerted_at, w.last_success_at, w.created_xid::text as created_xid, w.deleted_at, w.xmin::text as version`;

export const consumer = "webhooks";

/** All endpoints of these tenants, including paused and disabled ones: their events are kept as skipped. */
export function endpointsOfTenants(query: Query, tenantIds: string[]): Promise<SendingEndpoint[]> {
  return query<SendingEndpoint>({
    text: `select ${endpointColumns} from webhook_endpoints w where w.tenant_id = any($1::uuid[]) and w.deleted_at is null`,
    values: [tenantIds],
  });
}

export function endpointsByIds(
  database: Pick<Database, "worker">,
  keys: { tenantId: string; endpointId: string }[],
): Promise<SendingEndpoint[]> {
  return database.worker<SendingEndpoint>({
    text: `select ${endpointColumns} from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id)
             join webhook_endpoints w on w.tenant_id = k.tenant_id and w.id = k.id`,
    values: [keys.map((k) => k.tenantId), keys.map((k) => k.endpointId)],
  });
}

export interface SendingEvent {
  tenant_id: string;
  id: string;
  type: string;
  data: Record<string, unknown>;
  created_at: Date;
  origin: LoggedEvent["origin"];
}

export function eventsByIds(database: Pick<Database, "worker">, keys: { tenantId: string; eventId: string }[]): Promise<SendingEvent[]> {
  return database.worker<SendingEvent>({
    text: `select e.tenant_id, e.id, e.type, e.data, e.created_at, e.origin from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id)
             join event_log e on e.tenant_id = k.tenant_id and e.id = k.id`,
    values: [keys.map((k) => k.tenantId), keys.map((k) => k.eventId)],
  });
}

export interface NewDelivery {
  tenantId: string;
  id: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  state: "leased" | "ready" | "skipped";
  replayId: string | null;
}

/**
 * Inserts deliveries, each once per endpoint and event (and replay), except for events erased since they were read.
 * Returns the ids of the new ones.
 */
export async function insertDeliveries(
  query: Query,
  rows: NewDelivery[],
  now: Date,
  lease: { until: Date; holder: number } | null,
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  // Either of the two partial unique indexes may already contain the row.
  const inserted = await query<{ id: string }>({
    text: `insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, replay_id, state, attempts, run_at, lease_until, holder,
                                           created_at, completed_at)
           select u.tenant_id, u.id, u.endpoint_id, u.event_id, u.event_type, u.replay_id, u.state,
                  case u.state when 'leased' then 1 else 0 end, $8, case u.state when 'leased' then $9::timestamptz end,
                  case u.state when 'leased' then $10::integer end, $8,
                  case u.state when 'skipped' then $8::timestamptz end
             from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::uuid[])
               as u(tenant_id, id, endpoint_id, event_id, event_type, state, replay_id)
            where exists (select from event_log e where e.tenant_id = u.tenant_id and e.id = u.event_id)
           on conflict do nothing returning id`,
    values: [
      rows.map((r) => r.tenantId),
      rows.map((r) => r.id),
      rows.map((r) => r.endpointId),
      rows.map((r) => r.eventId),
      rows.map((r) => r.eventType),
      rows.map((r) => r.state),
      rows.map((r) => r.replayId),
      now,
      lease?.until ?? null,
      lease?.holder ?? null,
    ],
  });
  return new Set(inserted.map((r) => r.id));
}

/**
 * First attempts of events that were just committed (express.ts), in one statement. Returns nothing for endpoints changed since they were
 * read; `inserted` is false if the delivery already exists; `at` is before the commit. The commit does not wait for the disk: see
 * express.ts.
 */
export function insertFirstAttempts(
  database: Pick<Database, "worker">,
  rows: (NewDelivery & { version: string })[],
  now: Date,
  lease: { until: Date; holder: number },
): Promise<{ id: string; inserted: boolean; at: Date }[]> {
  return database.worker<{ id: string; inserted: boolean; at: Date }>({
    name: "deliveries_at_once",
    text: `with current as (
             select u.* from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[])
               as u(tenant_id, id, endpoint_id, event_id, event_type, version)
              cross join lateral (select w.xmin::text as version from webhook_endpoints w
                                   where w.tenant_id = u.tenant_id and w.id = u.endpoint_id and w.deleted_at is null ${noFlattening}) w
              where w.version = u.version
                and exists (select from event_log e where e.tenant_id = u.tenant_id and e.id = u.event_id)
                and (select set_config('synchronous_commit', 'off', true)) = 'off'
           ), made as (
             insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, state, attempts, run_at, lease_until, holder, created_at)
             select c.tenant_id, c.id, c.endpoint_id, c.event_id, c.event_type, 'leased', 1, $7, $8, $9::integer, $7 from current c
             on conflict do nothing returning id
           )
           select c.id, m.id is not null as inserted, statement_timestamp() as at from current c left join made m on m.id = c.id`,
    values: [
      rows.map((r) => r.tenantId),
      rows.map((r) => r.id),
      rows.map((r) => r.endpointId),
      rows.map((r) => r.eventId),
      rows.map((r) => r.eventType),
      rows.map((r) => r.version),
      now,
      lease.until,
      lease.holder,
    ],
  });
}

/** Since when this connection to the database exists, by the database's clock; null if the database does not say. */
export async function connectedSince(query: Query): Promise<Date | null> {
  const [row] = await query<{ at: Date | null }>({
    name: "connected_since",
    text: "select a.backend_start as at from pg_stat_get_activity(pg_backend_pid()) a",
  });
  return row?.at ?? null;
}

/** One finished, skipped or returned delivery. Named like the columns of the statement. */
export interface Completion {
  tenant_id: string;
  id: string;
  /** The attempt that ended: a process that has lost the lease meanwhile changes nothing. */
  n: number;
  state: "delivered" | "ready" | "failed" | "skipped";
  run_at: string | null;
  status: number | null;
  error: string | null;
  /** null: no attempt was made, so none is counted. */
  att: string | null;
  started_at: string | null;
  ms: number | null;
  body: string | null;
  kind: string | null;
  addr: string | null;
}

/**
 * Each row is looked up and locked by its key and updated in place (ctid). Joined to the input, a plan that expects a
 * hundred rows reads all of the tenant (625 blocks a delivery after 5,000 of them), or the partial index of leased
 * rows, which looks small and contains every row leased since the last vacuum (one flush of 400 took 7 s).
 *
 * The commit does not wait for the disk, and nobody is notified before it: an outcome lost in a database crash is a
 * lease that expires, and one more attempt under the same event id, as after a crash of this process.
 */
export async function completeDeliveries(database: Pick<Database, "worker">, items: Completion[], now: Date): Promise<void> {
  await database.worker({
    name: "deliveries_complete",
    text: `with input as (
             select * from json_to_recordset($1::json) as x(tenant_id uuid, id uuid, n smallint, state text, run_at timestamptz, status smallint,
               error text, att uuid, started_at timestamptz, ms integer, body text, kind text, addr text)
              where (select set_config('synchronous_commit', 'off', true)) = 'off'
           ), there as materialized (
             select i.*, d.place, d.holds from input i cross join lateral (
               select d.ctid as place, d.state = 'leased' and d.attempts = i.n as holds from webhook_deliveries d
                where d.tenant_id = i.tenant_id and d.id = i.id for no key update) d
           ), done as (
             update webhook_deliveries d
                set state = i.state, run_at = coalesce(i.run_at, d.run_at), lease_until = null,
                    attempts = d.attempts - case when i.att is null then 1 else 0 end,
                    last_status = case when i.att is null then d.last_status else i.status end,
                    last_error = case when i.att is null then d.last_error else i.error end,
                    completed_at = case when i.state = 'ready' then null else $2::timestamptz end
               from there i
              where d.ctid = i.place and i.holds
           )
           insert into webhook_attempts (tenant_id, id, delivery_id, attempt, started_at, duration_ms, response_status, response_body, error_kind, error, address)
           select i.tenant_id, i.att, i.id, i.n, i.started_at, i.ms, i.status, i.body, i.kind, i.error, i.addr
             from there i
            where i.att is not null
           on conflict do nothing`,
    values: [JSON.stringify(items), now],
  });
}

/** How many deliveries may be sent at once after a pause: a tenth of a second's worth. */
const burstOf = (perSecond: number) => Math.max(1, Math.round(perSecond / 10));

/**
 * Takes what an endpoint's pace allows now, at most `wanted`, and returns when it allows the next. The row is locked, so that any number of
 * processes keeps one pace: evenly spaced, and after a pause a tenth of a second's worth at once. Uses the current setting.
 */
export function takeFromPace(
  database: Pick<Database, "workerTransaction">,
  key: { tenantId: string; endpointId: string },
  wanted: number,
  now: Date,
): Promise<{ count: number; nextAt: number }> {
  return database.workerTransaction(async (query) => {
    const [row] = await query<{ next_at: Date; per_second: number | null }>({
      name: "webhook_pace_lock",
      text: `insert into webhook_paces as p (tenant_id, endpoint_id, next_at)
             select w.tenant_id, w.id, $3::timestamptz from webhook_endpoints w where w.tenant_id = $1 and w.id = $2
             on conflict (tenant_id, endpoint_id) do update set next_at = p.next_at
             returning next_at, (select w.max_per_second from webhook_endpoints w where w.tenant_id = $1 and w.id = $2) as per_second`,
      values: [key.tenantId, key.endpointId, now],
    });
    // The limit was removed, or the endpoint was deleted along with its deliveries.
    if (row === undefined || row.per_second === null) return { count: wanted, nextAt: now.getTime() };
    const stepMs = 1_000 / row.per_second;
    const toleranceMs = stepMs * (burstOf(row.per_second) - 1);
    // State left by a slower setting, or by a clock that was ahead, delays nothing for longer than one of the current steps.
    const begins = Math.min(Math.max(row.next_at.getTime(), now.getTime()), now.getTime() + stepMs + toleranceMs);
    const count = Math.max(0, Math.min(wanted, Math.floor((now.getTime() + toleranceMs - begins) / stepMs) + 1));
    const next = begins + count * stepMs;
    if (count > 0)
      await query({
        name: "webhook_pace_move",
        text: "update webhook_paces set next_at = $3 where tenant_id = $1 and endpoint_id = $2",
        values: [key.tenantId, key.endpointId, new Date(Math.ceil(next))],
      });
    return { count, nextAt: Math.ceil(next - toleranceMs) };
  });
}

/** Ends runs of failures and stores the success. */
export async function recordSuccesses(
  database: Pick<Database, "worker">,
  keys: { tenantId: string; endpointId: string }[],
  now: Date,
): Promise<void> {
  await database.worker({
    text: `update webhook_endpoints w set failing_since = null, failure_count = 0, last_success_at = $3, alerted_at = null, alert = nullif(w.alert, 'failing')
             from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id)
            where w.tenant_id = k.tenant_id and w.id = k.id`,
    values: [keys.map((k) => k.tenantId), keys.map((k) => k.endpointId), now],
  });
}

export interface FailureCount {
  tenant_id: string;
  id: string;
  count: number;
  audit: string;
}

/**
 * Counts failures, schedules the alert once per run if there are enough, and disables what has failed long and often enough, with an audit
 * entry. Returns what has to be reported.
 */
export function recordFailures(
  database: Pick<Database, "worker">,
  failures: FailureCount[],
  now: Date,
  limits: { disableAfterMs: number; disableAfterFailures: number; alertAfterMs: number; alertAfterFailures: number },
): Promise<{ id: string; ends: boolean }[]> {
  return database.worker<{ id: string; ends: boolean }>({
    text: `with input as (
             select * from json_to_recordset($1::json) as x(tenant_id uuid, id uuid, count integer, audit uuid)
           ), target as (
             select i.*, coalesce(w.failing_since, $2::timestamptz) as since, w.failure_count + i.count as failures,
                    w.status = 'active' and w.failing_since <= $2::timestamptz - $3::float8 * interval '1 ms' and w.failure_count + i.count >= $4::integer as ends,
                    w.status = 'active' and w.alerted_at is null and w.failing_since <= $2::timestamptz - $5::float8 * interval '1 ms'
                      and w.failure_count + i.count >= $6::integer as alerts
               from input i join webhook_endpoints w on w.tenant_id = i.tenant_id and w.id = i.id
              where w.deleted_at is null order by w.id for no key update of w
           ), changed as (
             update webhook_endpoints w
                set failing_since = t.since, failure_count = t.failures,
                    status = case when t.ends then 'disabled' else w.status end,
                    disabled_reason = case when t.ends then 'No delivery has succeeded since ' || wire_time(t.since) || '.' else w.disabled_reason end,
                    alert = case when t.ends then 'disabled' when t.alerts then 'failing' else w.alert end,
                    alerted_at = case when t.ends or t.alerts then $2 else w.alerted_at end,
                    notified_at = case when t.ends then $2 else w.notified_at end,
                    updated_at = case when t.ends then $2 else w.updated_at end
               from target t where w.tenant_id = t.tenant_id and w.id = t.id
           ), audited as (
             insert into audit_entries (tenant_id, id, actor_kind, actor_id, action, target_id, changes, created_at)
             select t.tenant_id, t.audit, 'system', null, 'webhook.disabled', wire_id('whk', t.id),
                    jsonb_build_object('reason', 'failing', 'failingSince', wire_time(t.since), 'failures', t.failures), $2
               from target t where t.ends
           )
           select t.id, t.ends from target t where t.ends or t.alerts`,
    values: [
      JSON.stringify(failures),
      now,
      limits.disableAfterMs,
      limits.disableAfterFailures,
      limits.alertAfterMs,
      limits.alertAfterFailures,
    ],
  });
}

/** Disables immediately (410). Returns whether it was active. */
export async function disableEndpoint(
  database: Pick<Database, "worker">,
  key: { tenantId: string; endpointId: string },
  reason: string,
  auditId: string,
  now: Date,
): Promise<boolean> {
  const rows = await database.worker({
    name: "endpoint_disable",
    text: `with changed as (
             update webhook_endpoints w set status = 'disabled', disabled_reason = $3, notified_at = $5, updated_at = $5, alert = 'disabled', alerted_at = $5
              where w.tenant_id = $1 and w.id = $2 and w.status = 'active' and w.deleted_at is null returning w.tenant_id, w.id
           )
           insert into audit_entries (tenant_id, id, actor_kind, actor_id, action, target_id, changes, created_at)
           select c.tenant_id, $4, 'system', null, 'webhook.disabled', wire_id('whk', c.id), jsonb_build_object('reason', $3::text), $5 from changed c
           returning 1`,
    values: [key.tenantId, key.endpointId, reason, auditId, now],
  });
  return rows.length > 0;
}

/**
 * The last of the next `lanes` lanes with waiting deliveries, due or not; null if there are fewer. A claim that examined as many lanes
 * continues behind it: endpoints whose retries are due in hours must not hide those behind them.
 */
export async function rotationEnd(
  database: Pick<Database, "worker">,
  table: "webhook_deliveries" | "webhook_replays",
  after: { tenantId: string; lane: string } | undefined,
  lanes: number,
): Promise<{ tenantId: string; lane: string } | null> {
  const [row] = await database.worker<{ tenant_id: string; lane: string }>({
    text: `with recursive lanes as (
             (select t.tenant_id, t.endpoint_id as lane, 1 as nth from ${table} t
               where t.state = 'ready' and (t.tenant_id, t.endpoint_id) > ($1::uuid, $2::uuid)
               order by t.tenant_id, t.endpoint_id limit 1)
             union all
             select n.tenant_id, n.lane, l.nth + 1 from lanes l cross join lateral (
               select t.tenant_id, t.endpoint_id as lane from ${table} t
                where t.state = 'ready' and (t.tenant_id, t.endpoint_id) > (l.tenant_id, l.lane)
                order by t.tenant_id, t.endpoint_id limit 1) n
              where l.nth < $3::integer
           ) select tenant_id, lane from lanes where nth = $3::integer`,
    values: [after?.tenantId ?? zero, after?.lane ?? zero, lanes],
  });
  return row === undefined ? null : { tenantId: row.tenant_id, lane: row.lane };
}

const zero = "00000000-0000-0000-0000-000000000000";

/** The tenant's next events by id, for a replay; the caller drops rows outside the requested time. */
export function eventsForReplay(
  query: Query,
  tenantId: string,
  afterId: string,
  lastId: string,
  limit: number,
): Promise<(Omit<SendingEvent, "origin"> & { channel_id: string | null })[]> {
  return query({
    text: `select e.tenant_id, e.id, e.type, e.channel_id, e.data, e.created_at from event_log e
            where e.tenant_id = $1 and e.id > $2 and e.id < $3 order by e.id limit $4`,
    values: [tenantId, afterId, lastId, limit],
  });
}

/** Waiting deliveries of an endpoint, counted up to `limit`. */
export async function waitingUpTo(query: Query, tenantId: string, endpointId: string, limit: number): Promise<number> {
  const [row] = await query<{ n: number }>({
    text: `select count(*)::int as n from (
             select 1 from webhook_deliveries where tenant_id = $1 and endpoint_id = $2 and state = 'ready' limit $3) w`,
    values: [tenantId, endpointId, limit],
  });
  return row?.n ?? 0;
}

export async function settleReplay(
  query: Query,
  replay: { tenantId: string; id: string; attempt: number },
  next: {
    state: "ready" | "done" | "cancelled";
    afterId: string | null;
    created: number;
    runAt: Date;
  },
): Promise<void> {
  await query({
    name: "replay_settle",
    text: `update webhook_replays set state = $4, after_id = coalesce($5, after_id), created = created + $6, run_at = $7, lease_until = null
            where tenant_id = $1 and id = $2 and state = 'leased' and attempts = $3`,
    values: [replay.tenantId, replay.id, replay.attempt, next.state, next.afterId, next.created, next.runAt],
  });
}

/** Deletes the rows of deleted endpoints, up to `limit` at a time; then the endpoints. Returns the number of rows. */
export async function purgeDeletedEndpoints(database: Database, limit: number): Promise<number> {
  const deliveries = await database.worker({
    text: `delete from webhook_deliveries d using (
             select o.tenant_id, o.id from webhook_endpoints w
              cross join lateral (select x.tenant_id, x.id from webhook_deliveries x
                                   where x.tenant_id = w.tenant_id and x.endpoint_id = w.id and x.state <> 'leased' limit $1) o
              where w.deleted_at is not null limit $1) gone
            where d.tenant_id = gone.tenant_id and d.id = gone.id returning 1`,
    values: [limit],
  });
  const endpoints = await database.worker({
    text: `delete from webhook_endpoints w
            where w.deleted_at is not null
              and not exists (select 1 from webhook_deliveries d where d.tenant_id = w.tenant_id and d.endpoint_id = w.id) returning 1`,
  });
  return deliveries.length + endpoints.length;
}
