import type { Database, Tx } from "#platform/db/database.ts";
import { firstIdAt } from "#platform/ids/ids.ts";
import { failedAsLoop, noMessageSince } from "./runs.queries.ts";
import type { Cause } from "./starts.ts";

/** The fact that a flow was started, and by what: from a run, or from what is left of one. Ids are uuids. */
export interface Start {
  id: string;
  flow_id: string;
  version: number;
  contact_id: string;
  conversation_id: string | null;
  trigger_event_id: string | null;
  /** The run failed before its first step, as a loop. */
  looped: boolean;
  started_at: Date;
}

export interface StartFacts {
  /** Its event is in the log. */
  logged: boolean;
  /** Another start permanently records that the contact went through the flow. */
  remembered: boolean;
  /** No person has written in its conversation since, and few runs of the flow have begun there since. */
  silent: boolean;
}

/**
 * Runs as the cross-tenant worker to find which tenants have flows, and how long each keeps runs. `days` null: as long as the installation.
 */
export function listPurged(
  database: Pick<Database, "worker">,
  after: string,
  limit: number,
): Promise<{ tenant_id: string; days: number | null }[]> {
  return database.worker({
    name: "flow_tenants",
    text: `select t.tenant_id, s.flow_runs_days as days from tenants t left join retention_settings s on s.tenant_id = t.tenant_id
            where t.tenant_id > $1 and exists (select from flows f where f.tenant_id = t.tenant_id)
            order by t.tenant_id limit $2`,
    values: [after, limit],
  });
}

/** Excludes other purges for this transaction, because two would do the same. False: another one holds the lock. */
export async function lockPurge(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ held: boolean }>({
    name: "flow_purge_hold",
    text: "select pg_try_advisory_xact_lock(hashtextextended('flow runs ' || $1::text, 0)) as held",
    values: [tx.tenantId],
  });
  return row?.held === true;
}

/**
 * Runs that ended before an instant, by the time they began, after an id. Ids contain their creation time and are searched by it (ADR
 * 0142).
 */
export function listPast(tx: Tx, before: Date, after: string, limit: number): Promise<Start[]> {
  return tx.query<Start>({
    name: "flow_runs_past",
    text: `select r.id, r.flow_id, r.version, r.contact_id, r.conversation_id, r.trigger_event_id, r.started_at,
                  ${failedAsLoop("r.error")} as looped
             from flow_runs r
            where r.tenant_id = $1 and r.id > $2 and r.id < $3 and r.ended_at < $4
            order by r.id limit $5`,
    values: [tx.tenantId, after, firstIdAt(before.getTime()), before, limit],
  });
}

/** Those that are due for a check. */
export function listDue(tx: Tx, now: Date, limit: number): Promise<Start[]> {
  return tx.query<Start>({
    name: "flow_starts_due",
    text: `select id, flow_id, version, contact_id, conversation_id, trigger_event_id, looped, started_at from flow_starts
            where tenant_id = $1 and look_at <= $2 order by look_at, id limit $3`,
    values: [tx.tenantId, now, limit],
  });
}

/**
 * For these flows: the trigger of each version, by "flow version", and which flows have a version that is once per
 * contact.
 */
export async function readVersions(tx: Tx, flowIds: string[]): Promise<{ triggers: Map<string, string>; once: Set<string> }> {
  const rows = await tx.query<{ flow_id: string; version: number; trigger: string; once: boolean }>({
    name: "flow_versions_starting",
    text: `select flow_id, version, definition->'trigger'->>'type' as trigger, coalesce((definition->>'oncePerContact')::boolean, false) as once
             from flow_versions where tenant_id = $1 and flow_id = any($2::uuid[])`,
    values: [tx.tenantId, flowIds],
  });
  return {
    triggers: new Map(rows.map((row) => [`${row.flow_id} ${row.version}`, row.trigger])),
    once: new Set(rows.filter((row) => row.once).map((row) => row.flow_id)),
  };
}

/**
 * One row per start, by its id. `newest`: how many starts of a flow in a conversation are kept while no person writes
 * there.
 */
export async function readFacts(tx: Tx, starts: (Start & { cause: Cause })[], newest: number): Promise<Map<string, StartFacts>> {
  const rows = await tx.query<StartFacts & { id: string }>({
    name: "flow_starts_facts",
    text: `select x.id,
                  x.cause = 'event' and (select e.id from event_log e where e.tenant_id = $1 and e.id = x.trigger_event_id limit 1) is not null as logged,
                  (select s.id from flow_starts s where s.tenant_id = $1 and s.contact_id = x.contact_id and s.flow_id = x.flow_id
                      and s.look_at is null and s.id <> x.id limit 1) is not null as remembered,
                  x.cause = 'silence' and x.conversation_id is not null
                  and ${noMessageSince("x.conversation_id", "x.started_at")}
                  and (select count(*) from (
                         (select 1 from flow_runs r where r.tenant_id = $1 and r.conversation_id = x.conversation_id and r.flow_id = x.flow_id
                             and r.trigger_event_id is not null and r.id > x.id limit $3)
                         union all
                         (select 1 from flow_starts s where s.tenant_id = $1 and s.conversation_id = x.conversation_id and s.flow_id = x.flow_id
                             and s.trigger_event_id is not null and s.id > x.id limit $3)) n) < $3 as silent
             from jsonb_to_recordset($2::jsonb) as x (id uuid, flow_id uuid, contact_id uuid, conversation_id uuid, trigger_event_id uuid,
                    started_at timestamptz, cause text)`,
    values: [tx.tenantId, JSON.stringify(starts), newest],
  });
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

/** Stores what is kept of runs that are being deleted. */
export async function insertStarts(tx: Tx, starts: (Start & { lookAt: Date | null })[]): Promise<void> {
  if (starts.length === 0) return;
  await tx.query({
    name: "flow_starts_insert",
    text: `insert into flow_starts (tenant_id, id, flow_id, version, contact_id, conversation_id, trigger_event_id, looped, started_at, look_at)
           select $1, x.id, x.flow_id, x.version, x.contact_id, x.conversation_id, x.trigger_event_id, x.looped, x.started_at, x."lookAt"
             from jsonb_to_recordset($2::jsonb) as x (id uuid, flow_id uuid, version integer, contact_id uuid, conversation_id uuid,
                    trigger_event_id uuid, looped boolean, started_at timestamptz, "lookAt" timestamptz)
            order by x.id
           on conflict do nothing`,
    values: [tx.tenantId, JSON.stringify(starts)],
  });
}

/** Deletes runs with their steps, but only those that have ended. */
export async function deleteRuns(tx: Tx, ids: string[]): Promise<void> {
  await tx.query({
    name: "flow_runs_past_delete",
    text: "delete from flow_runs where tenant_id = $1 and id = any($2::uuid[]) and ended_at is not null",
    values: [tx.tenantId, ids],
  });
}

export async function deleteStarts(tx: Tx, ids: string[]): Promise<void> {
  await tx.query({
    name: "flow_starts_delete",
    text: "delete from flow_starts where tenant_id = $1 and id = any($2::uuid[])",
    values: [tx.tenantId, ids],
  });
}

export async function postponeStarts(tx: Tx, starts: { id: string; lookAt: Date | null }[]): Promise<void> {
  if (starts.length === 0) return;
  await tx.query({
    name: "flow_starts_postpone",
    text: `update flow_starts s set look_at = x."lookAt" from jsonb_to_recordset($2::jsonb) as x (id uuid, "lookAt" timestamptz)
            where s.tenant_id = $1 and s.id = x.id`,
    values: [tx.tenantId, JSON.stringify(starts)],
  });
}
