import type { Tx } from "#platform/db/database.ts";
import type { ClaimSource } from "#platform/jobs/claim.ts";
import type { SetAsideState } from "#platform/jobs/set-aside.ts";
import type { StoredValue } from "../requests/http-request.ts";

export const runStatuses = ["running", "waiting", "completed", "handed_off", "cancelled", "timed_out", "failed"] as const;
export type RunStatus = (typeof runStatuses)[number];

/** Whether a run failed before its first step, as a loop, judging by its column `error`. */
export const failedAsLoop = (error: string) => `coalesce(${error}->>'code' = 'loop_detected' and ${error}->>'path' is null, false)`;

/**
 * Whether a conversation has had only messages from flows and the API since an instant. Platforms report message times in whole seconds.
 */
export const noMessageSince = (conversationId: string, since: string) => `(select m.id from messages m
                    where m.tenant_id = $1 and m.conversation_id = ${conversationId} and m.occurred_at >= date_trunc('second', ${since})
                      and m.author_kind not in ('flow', 'api') and not m.is_note and m.type not in ('reaction', 'system')
                    order by m.occurred_at desc limit 1) is null`;

export interface RunError {
  code: string;
  message: string;
  /** The path in the definition; null: before its first step. */
  path: string | null;
}

export interface RunContext {
  message?: { id: string; text: string | null; type: string };
  /** Variables set by requests. */
  variables?: Record<string, StoredValue>;
  /** For a scheduled run: the channel on which it may write first, if there is no conversation, or a resolved one. Stored id. */
  channelId?: string;
  /** The ticket whose event started it, or that it created. Stored id. */
  ticketId?: string;
}

export interface RunRow {
  id: string;
  flow_id: string;
  version: number;
  /** For a merged contact, the survivor. */
  contact_id: string;
  conversation_id: string | null;
  status: RunStatus;
  started_by: string;
  trigger_event_id: string | null;
  depth: number;
  context: RunContext;
  place: number;
  steps: number;
  waiting_for: "timer" | "reply" | "replied" | "answer" | "answered" | null;
  waiting_since: Date | null;
  error: RunError | null;
  state: "ready" | "leased" | "idle" | SetAsideState;
  run_at: Date;
  attempts: number;
  tries: number;
  started_at: Date;
  updated_at: Date;
  ended_at: Date | null;
  flow_deleted: boolean;
  /** The version depends on an agency's grant that has ended. */
  grant_ended: boolean;
  /** started_at to the microsecond, for cursors. */
  position: string;
}

const columns = `r.id, r.flow_id, r.version, coalesce(c.merged_into_id, r.contact_id) as contact_id, r.conversation_id, r.status, r.started_by,
  r.trigger_event_id, r.depth, r.context, r.place, r.steps, r.waiting_for, r.waiting_since, r.error, r.state, r.run_at, r.attempts, r.tries, r.started_at,
  r.updated_at, r.ended_at, f.deleted_at is not null as flow_deleted,
  exists (select from flow_versions v join agency_grants g on g.tenant_id = v.tenant_id and g.id = v.grant_id
           where v.tenant_id = r.tenant_id and v.flow_id = r.flow_id and v.version = r.version and g.stopped_at is not null) as grant_ended, r.started_at::text as position`;
const joins = `join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id
  join flows f on f.tenant_id = r.tenant_id and f.id = r.flow_id`;

/** One lane per tenant, so that many runs of one tenant delay no other. */
export const runSource: ClaimSource = { table: "flow_runs", lane: "tenant_id", order: "t.run_at, t.id", key: ["id"], columns: [] };

export async function findRun(tx: Tx, id: string, lock = false): Promise<RunRow | null> {
  const [row] = await tx.query<RunRow>({
    name: lock ? "flow_run_lock" : "flow_run_by_id",
    text: `select ${columns} from flow_runs r ${joins} where r.tenant_id = $1 and r.id = $2 ${lock ? "for no key update of r" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Newest first. Of a contact: with those of contacts merged into it, which are shown as its own. */
export function listRuns(
  tx: Tx,
  flowId: string,
  filter: { status: RunStatus | undefined; contactId: string | undefined },
  after: string[] | null,
  limit: number,
): Promise<RunRow[]> {
  const values: unknown[] = [tx.tenantId, flowId, limit];
  const status = filter.status === undefined ? "" : `and r.status = $${values.push(filter.status)}`;
  const id = filter.contactId === undefined ? null : `$${values.push(filter.contactId)}`;
  const contact =
    id === null
      ? ""
      : `and r.contact_id in (select m.id from contacts m where m.tenant_id = $1 and (m.id = ${id} or m.merged_into_id = ${id}))`;
  const beyond =
    after === null ? "" : `and (r.started_at, r.id) < ($${values.push(after[0])}::timestamptz, $${values.push(after[1])}::uuid)`;
  return tx.query<RunRow>({
    name: `flow_runs_list${status && "_status"}${contact && "_contact"}${after === null ? "" : "_after"}`,
    text: `select ${columns} from flow_runs r ${joins} where r.tenant_id = $1 and r.flow_id = $2 ${status} ${contact} ${beyond}
            order by r.started_at desc, r.id desc limit $3`,
    values,
  });
}

/** A run that is to start. Ids are uuids. */
export interface NewRun {
  id: string;
  flowId: string;
  version: number;
  contactId: string;
  conversationId: string | null;
  startedBy: string;
  eventId: string | null;
  depth: number;
  context: RunContext;
  once: boolean;
  /** For one that fails before its first step. */
  error: RunError | null;
}

/**
 * Inserts the runs that can start, in one statement. The others leave no trace: the contact or the conversation was deleted; the flow is
 * already running for the contact or one merged into it, was started by the same event, or is once per contact and was completed. What a
 * deleted run says about this is in flow_starts, written when the run is deleted: a statement sees one or the other. Returns the ids of
 * those that started.
 */
export async function insertRuns(tx: Tx, now: Date, runs: NewRun[]): Promise<string[]> {
  if (runs.length === 0) return [];
  const rows = await tx.query<{ id: string }>({
    name: "flow_runs_insert",
    // Materialized, or each comparison would read the merged contacts again.
    text: `with asked as materialized (
             select n.*, coalesce(c.merged_into_id, c.id) as survivor,
                    coalesce(c.merged_into_id, c.id) || array(
                      select m.id from contacts m where m.tenant_id = $1 and m.merged_into_id = coalesce(c.merged_into_id, c.id)) as ids
               from jsonb_to_recordset($3::jsonb) as n (id uuid, "flowId" uuid, version integer, "contactId" uuid, "conversationId" uuid,
                      "startedBy" text, "eventId" uuid, depth smallint, context jsonb, once boolean, error jsonb)
               join contacts c on c.tenant_id = $1 and c.id = n."contactId")
           insert into flow_runs (tenant_id, id, flow_id, version, contact_id, conversation_id, status, started_by, trigger_event_id, depth, context, error,
                                  state, run_at, started_at, updated_at, ended_at)
           select $1, n.id, n."flowId", n.version, n.survivor, v.id, case when n.error is null then 'running' else 'failed' end,
                  n."startedBy", n."eventId", n.depth, n.context, n.error, case when n.error is null then 'ready' else 'idle' end, $2, $2, $2,
                  case when n.error is not null then $2::timestamptz end
             from asked n
             left join conversations v on v.tenant_id = $1 and v.id = n."conversationId"
            where (n."conversationId" is null or v.id is not null)
              and (n.error is not null
                   or (select o.id from flow_runs o where o.tenant_id = $1 and o.contact_id = any(n.ids) and o.flow_id = n."flowId"
                          and o.ended_at is null limit 1) is null)
              and not (n.once and (select o.id from flow_runs o where o.tenant_id = $1 and o.contact_id = any(n.ids)
                                      and o.flow_id = n."flowId" limit 1) is not null)
              and not (n.once and (select f.id from flow_starts f where f.tenant_id = $1 and f.contact_id = any(n.ids)
                                      and f.flow_id = n."flowId" limit 1) is not null)
              and (n."eventId" is null
                   or (select o.id from flow_runs o
                        where o.tenant_id = $1 and o.flow_id = n."flowId" and o.trigger_event_id = n."eventId" limit 1) is null
                      and (select s.id from flow_starts s
                            where s.tenant_id = $1 and s.flow_id = n."flowId" and s.trigger_event_id = n."eventId" limit 1) is null)
            order by n.id
           on conflict do nothing returning id`,
    values: [tx.tenantId, now, JSON.stringify(runs)],
  });
  return rows.map((row) => row.id);
}

/** Ends running runs of versions that depend on a grant. Returns their ids. */
export async function cancelRunsOfGrant(tx: Tx, now: Date, grantId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "flow_runs_of_grant_cancel",
    text: `update flow_runs r set status = 'cancelled', state = 'idle', waiting_for = null, waiting_since = null, ended_at = $3, updated_at = $3,
                  lease_until = null
             from flow_versions v
            where v.tenant_id = $1 and v.grant_id = $2 and r.tenant_id = $1 and r.flow_id = v.flow_id and r.version = v.version and r.ended_at is null
           returning r.id`,
    values: [tx.tenantId, grantId, now],
  });
  return rows.map((row) => row.id);
}

export async function saveRun(tx: Tx, now: Date, row: RunRow): Promise<void> {
  await tx.query({
    name: "flow_run_save",
    text: `update flow_runs set status = $3, context = $4, place = $5, steps = $6, waiting_for = $7, waiting_since = $8, error = $9, state = $10, run_at = $11,
                  tries = $12, ended_at = $13, updated_at = $14, conversation_id = $15, lease_until = case when $10 = 'leased' then lease_until end
            where tenant_id = $1 and id = $2`,
    values: [
      tx.tenantId,
      row.id,
      row.status,
      JSON.stringify(row.context),
      row.place,
      row.steps,
      row.waiting_for,
      row.waiting_since,
      row.error === null ? null : JSON.stringify(row.error),
      row.state,
      row.run_at,
      row.tries,
      row.ended_at,
      now,
      row.conversation_id,
    ],
  });
}

export interface StepRow {
  n: number;
  path: string;
  type: string;
  status: "done" | "waiting" | "failed";
  result: Record<string, unknown>;
  at: Date;
}

export async function insertStep(
  tx: Tx,
  now: Date,
  runId: string,
  step: Omit<StepRow, "at">,
  conversationId: string | null,
): Promise<void> {
  await tx.query({
    name: "flow_step_insert",
    text: `insert into flow_run_steps (tenant_id, run_id, n, path, type, status, result, conversation_id, at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [tx.tenantId, runId, step.n, step.path, step.type, step.status, JSON.stringify(step.result), conversationId, now],
  });
}

/** In order. */
export function listSteps(tx: Tx, runId: string, after: number, limit: number): Promise<StepRow[]> {
  return tx.query<StepRow>({
    name: "flow_steps_list",
    text: `select n, path, type, status, result, at from flow_run_steps where tenant_id = $1 and run_id = $2 and n > $3 order by n limit $4`,
    values: [tx.tenantId, runId, after, limit],
  });
}

/** How many actions flows have performed in a conversation since an instant, counted up to a limit. */
export async function countActions(tx: Tx, conversationId: string, since: Date, limit: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>({
    name: "flow_actions_count",
    text: `select count(*)::int as count from (select from flow_run_steps s
             where s.tenant_id = $1 and s.conversation_id = $2 and s.at > $3 order by s.at desc limit $4) recent`,
    values: [tx.tenantId, conversationId, since, limit],
  });
  return row?.count ?? 0;
}

/**
 * Resumes runs that wait for a message of these people, with the first one that each wrote since the wait began. Includes runs in the
 * person's conversation or in none, and those of contacts merged into theirs.
 */
export async function resumeReplied(
  tx: Tx,
  now: Date,
  replies: { contact: string; conversation: string | null; at: string; context: RunContext }[],
): Promise<number> {
  const rows = await tx.query({
    name: "flow_runs_replied",
    text: `with target as (
             select distinct on (r.id) r.id, x.context
               from jsonb_to_recordset($3::jsonb) as x (contact uuid, conversation uuid, at timestamptz, context jsonb)
              cross join lateral (
                select o.id, o.conversation_id, o.waiting_since from flow_runs o
                 where o.tenant_id = $1 and o.waiting_for = 'reply' and (o.contact_id = x.contact or o.contact_id in (
                         select c.id from contacts c where c.tenant_id = $1 and c.merged_into_id = x.contact))) r
              where (r.conversation_id is null or r.conversation_id = x.conversation) and x.at >= r.waiting_since
              order by r.id, x.at)
           update flow_runs r set waiting_for = 'replied', context = r.context || t.context, run_at = $2
             from target t where r.tenant_id = $1 and r.id = t.id and r.waiting_for = 'reply' and r.ended_at is null
           returning 1`,
    values: [tx.tenantId, now, JSON.stringify(replies)],
  });
  return rows.length;
}

/**
 * The conversations in which events have started a flow this many times since it became active, with no message since the first of these
 * except from flows and the API: "flow conversation", stored ids.
 */
export async function findRepeatedStarts(
  tx: Tx,
  asked: { flowId: string; conversationId: string; since: Date }[],
  times: number,
): Promise<Set<string>> {
  const rows = await tx.query<{ pair: string }>({
    name: "flow_runs_fed_again",
    text: `select x."flowId" || ' ' || x."conversationId" as pair
             from jsonb_to_recordset($2::jsonb) as x ("flowId" uuid, "conversationId" uuid, since timestamptz)
            cross join lateral (
              select b.started_at from (
                (select r.started_at from flow_runs r
                  where r.tenant_id = $1 and r.conversation_id = x."conversationId" and r.flow_id = x."flowId" and r.trigger_event_id is not null
                    and r.started_at >= x.since order by r.started_at desc limit $3)
                union all
                (select s.started_at from flow_starts s
                  where s.tenant_id = $1 and s.conversation_id = x."conversationId" and s.flow_id = x."flowId" and s.trigger_event_id is not null
                    and s.started_at >= x.since order by s.started_at desc limit $3)) b
               order by b.started_at desc offset $3 - 1 limit 1) nth
            where ${noMessageSince('x."conversationId"', "nth.started_at")}`,
    values: [tx.tenantId, JSON.stringify(asked), times],
  });
  return new Set(rows.map((row) => row.pair));
}

export async function channelsOf(tx: Tx, contactIds: string[]): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ contact_id: string; channels: string[] }>({
    name: "flow_contact_channels",
    text: `select c.contact_id, array_agg(distinct c.channel_id) as channels from conversations c
            where c.tenant_id = $1 and c.contact_id = any($2::uuid[]) group by c.contact_id`,
    values: [tx.tenantId, contactIds],
  });
  return new Map(rows.map((row) => [row.contact_id, row.channels]));
}

export async function survivorsOf(tx: Tx, contactIds: string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; survivor: string }>({
    name: "flow_contact_survivors",
    text: "select id, coalesce(merged_into_id, id) as survivor from contacts where tenant_id = $1 and id = any($2::uuid[])",
    values: [tx.tenantId, contactIds],
  });
  return new Map(rows.map((row) => [row.id, row.survivor]));
}

/** The newest deal of a contact that is neither won nor lost. */
export async function findOpenDeal(tx: Tx, contactId: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>({
    name: "flow_open_deal",
    text: `select id from deals where tenant_id = $1 and contact_id = $2 and status = 'open' order by created_at desc, id desc limit 1`,
    values: [tx.tenantId, contactId],
  });
  return row?.id ?? null;
}
