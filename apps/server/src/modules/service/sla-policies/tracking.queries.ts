import type { Database, Tx } from "#platform/db/database.ts";
import type { LogPosition } from "#platform/events/tail.ts";
import type { Facts, Policy, SlaSubject } from "./choice.ts";
import type { SlaState, SlaTarget } from "./clock.ts";

const tableOf = { tickets: "ticket_sla", conversations: "conversation_sla" } as const;

export interface SlaRow {
  id: string;
  state: SlaState;
  /** For a conversation: the last event included in the state. */
  applied: LogPosition | null;
}

/** Locked, in id order. `skip`: leaves out rows locked by others. */
export function lockRows(tx: Tx, subject: SlaSubject, ids: string[], skip = false): Promise<SlaRow[]> {
  const applied =
    subject === "conversations"
      ? "json_build_object('xid', s.applied_xid::text, 'id', s.applied_event) as applied"
      : "null::json as applied";
  return tx.query<SlaRow>({
    name: `sla_${subject}_lock${skip ? "_free" : ""}`,
    text: `select s.id, s.state, ${applied} from ${tableOf[subject]} s
            where s.tenant_id = $1 and s.id = any($2::uuid[]) order by s.id for no key update ${skip ? "skip locked" : ""}`,
    values: [tx.tenantId, ids],
  });
}

/** Locks those that others have not locked. */
export async function lockTickets(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "sla_tickets_hold",
    text: "select k.id from tickets k where k.tenant_id = $1 and k.id = any($2::uuid[]) order by k.id for no key update skip locked",
    values: [tx.tenantId, ids],
  });
  return rows.map((row) => row.id);
}

export interface NewSlaRow {
  id: string;
  state: SlaState;
  policyId: string | null;
  checkAt: Date | null;
}

/** `applied`: the last event included, for conversations; a row that is further along stays as it is. */
export async function upsertRows(tx: Tx, now: Date, subject: SlaSubject, rows: NewSlaRow[], applied: LogPosition | null): Promise<void> {
  if (rows.length === 0) return;
  const values: unknown[] = [tx.tenantId, now, JSON.stringify(rows)];
  const place = applied === null ? null : [values.push(applied.xid), values.push(applied.id)];
  const columns = place === null ? "" : ", applied_xid, applied_event";
  await tx.query({
    name: `sla_${subject}_put${place === null ? "" : "_applied"}`,
    text: `insert into ${tableOf[subject]} as s (tenant_id, id, policy_id, state, check_at, updated_at${columns})
           select $1, r.id, r."policyId", r.state, r."checkAt", $2${place === null ? "" : `, $${place[0]}::xid8, $${place[1]}::uuid`}
             from jsonb_to_recordset($3::jsonb) as r (id uuid, "policyId" uuid, state jsonb, "checkAt" timestamptz)
           on conflict (tenant_id, id) do update
             set policy_id = excluded.policy_id, state = excluded.state, check_at = excluded.check_at, updated_at = excluded.updated_at
                 ${place === null ? "" : ", applied_xid = excluded.applied_xid, applied_event = excluded.applied_event"}
           ${place === null ? "" : "where s.applied_xid is null or (s.applied_xid, s.applied_event) < (excluded.applied_xid, excluded.applied_event)"}`,
    values,
  });
}

/** For the mere passing of time: the position in the log stays. */
export async function moveRows(tx: Tx, now: Date, subject: SlaSubject, rows: NewSlaRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query({
    name: `sla_${subject}_move`,
    text: `update ${tableOf[subject]} s set state = r.state, check_at = r."checkAt", updated_at = $2
             from jsonb_to_recordset($3::jsonb) as r (id uuid, state jsonb, "checkAt" timestamptz)
            where s.tenant_id = $1 and s.id = r.id`,
    values: [tx.tenantId, now, JSON.stringify(rows)],
  });
}

/** They are looked at again then, unless a step sets another time before. */
export async function postponeRows(tx: Tx, subject: SlaSubject, ids: string[], until: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.query({
    name: `sla_${subject}_postpone`,
    text: `update ${tableOf[subject]} s set check_at = $3 where s.tenant_id = $1 and s.id = any($2::uuid[])`,
    values: [tx.tenantId, ids, until],
  });
}

export interface NewOutcome {
  id: string;
  subjectId: string;
  target: SlaTarget;
  met: boolean;
  at: Date;
}

/**
 * What was met and missed, with the subject's current attributes; a deleted subject leaves none. Metrics count them.
 */
export async function insertOutcomes(tx: Tx, now: Date, subject: SlaSubject, outcomes: NewOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  // A ticket stores its labels by name and has its conversation's channel.
  const of =
    subject === "tickets"
      ? `array(select l.id from unnest(s.labels) n (name) join labels l on l.tenant_id = $1 and l.name_key = label_key(n.name))`
      : "s.label_ids";
  const channel =
    subject === "tickets"
      ? "(select c.channel_id from conversations c where c.tenant_id = $1 and c.id = s.conversation_id)"
      : "s.channel_id";
  await tx.query({
    name: `sla_${subject}_outcomes`,
    text: `insert into sla_outcomes (tenant_id, id, subject, subject_id, target, met, at, channel_id, assignee_id, division_id, label_ids, created_at)
           select $1, r.id, $2, s.id, r.target, r.met, r.at, ${channel}, s.assignee_id, s.division_id, ${of}, $3
             from jsonb_to_recordset($4::jsonb) as r (id uuid, "subjectId" uuid, target text, met boolean, at timestamptz)
             join ${subject} s on s.tenant_id = $1 and s.id = r."subjectId"`,
    values: [tx.tenantId, subject, now, JSON.stringify(outcomes)],
  });
}

/** The policies that can be chosen: a team has tens at most. */
export function livePolicies(tx: Tx): Promise<Policy[]> {
  return tx.query<Policy>({
    name: "sla_policies_live",
    text: `select p.id, p.business_hours_only, p.targets, p.conditions, p.position, p.is_default from sla_policies p
            where p.tenant_id = $1 and p.deleted_at is null`,
    values: [tx.tenantId],
  });
}

/** The current facts by which policies are chosen; `resolved`: nothing more is owed; `running`: it is the team's turn. */
export function readFacts(tx: Tx, subject: SlaSubject, ids: string[]): Promise<(Facts & { resolved: boolean; running: boolean })[]> {
  return tx.query({
    name: `sla_${subject}_facts`,
    text:
      subject === "tickets"
        ? `select k.id, k.priority, k.division_id, k.labels, k.status in ('resolved', 'closed') as resolved,
                  k.status in ('open', 'in_progress') as running,
                  (select c.channel_id from conversations c where c.tenant_id = $1 and c.id = k.conversation_id) as channel_id
             from tickets k where k.tenant_id = $1 and k.id = any($2::uuid[])`
        : `select c.id, c.priority, c.division_id, c.channel_id, c.status = 'resolved' as resolved, c.status = 'open' as running,
                  array(select l.name from labels l where l.tenant_id = $1 and l.id = any(c.label_ids)) as labels
             from conversations c where c.tenant_id = $1 and c.id = any($2::uuid[])`,
    values: [tx.tenantId, ids],
  });
}

/**
 * Whether these conversations were running at a position of the log, of which the next change of the status tells. Those
 * whose status has not changed since are missing. Reads all that the log is ahead, of one tenant: only for conversations
 * whose clocks start now, so that a backlog is read ahead for each at most once.
 */
export async function readRunningAt(tx: Tx, ids: string[], at: LogPosition): Promise<Map<string, boolean>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: string; running: boolean }>({
    name: "sla_conversations_running_at",
    text: `select distinct on (e.conversation_id) e.conversation_id as id, e.data->'changes'->'status'->>'from' = 'open' as running
             from event_log e
            where e.tenant_id = $1 and (e.xid, e.id) > ($3::xid8, $4::uuid) and e.conversation_id = any($2::uuid[])
              and e.type = 'conversation.updated' and e.data->'changes'->'status' is not null
            order by e.conversation_id, e.xid, e.id`,
    values: [tx.tenantId, ids, at.xid, at.id],
  });
  return new Map(rows.map(({ id, running }) => [id, running]));
}

/**
 * The current state of conversations whose log may not have been read to its end: whether they are open, and whether
 * the team has replied since `since`, when the clock in question started. For who counts as the team see teamActors in
 * watching.ts.
 */
export async function readCurrentState(
  tx: Tx,
  asked: { id: string; since: Date }[],
): Promise<Map<string, { open: boolean; answered: boolean }>> {
  const rows = await tx.query<{ id: string; open: boolean; answered: boolean }>({
    name: "sla_conversations_now",
    text: `select c.id, c.status = 'open' as open,
                  exists (select from messages m
                           where m.tenant_id = $1 and m.conversation_id = c.id and m.occurred_at >= x.since and m.direction = 'outbound'
                             and not m.is_note and m.type not in ('reaction', 'system') and m.author_kind in ('member', 'api', 'platform')
                             and m.content->'automatic' is null) as answered
             from unnest($2::uuid[], $3::timestamptz[]) x (id, since) join conversations c on c.tenant_id = $1 and c.id = x.id`,
    values: [tx.tenantId, asked.map(({ id }) => id), asked.map(({ since }) => since)],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * What is past its due time, most overdue first, without the tenants in `except`. Runs as the cross-tenant worker to
 * find the tenants; each is handled inside its tenant.
 */
export function listDue(
  database: Pick<Database, "worker">,
  subject: SlaSubject,
  now: Date,
  except: string[],
  limit: number,
): Promise<{ tenant_id: string; id: string }[]> {
  return database.worker({
    name: `sla_${subject}_due`,
    text: `select s.tenant_id, s.id from ${tableOf[subject]} s where s.check_at < $1 and s.tenant_id <> all($3::uuid[])
            order by s.check_at limit $2`,
    values: [now, limit, except],
  });
}

/** Which of these tenants have, or had, policies. Runs as the cross-tenant worker, which reads the log for all. */
export async function tenantsWithPolicies(database: Pick<Database, "worker">, tenantIds: string[]): Promise<Set<string>> {
  const rows = await database.worker<{ tenant_id: string }>({
    name: "sla_tenants",
    text: `select t.id as tenant_id from unnest($1::uuid[]) t (id) where exists (select from sla_policies p where p.tenant_id = t.id)`,
    values: [tenantIds],
  });
  return new Set(rows.map((row) => row.tenant_id));
}

/**
 * Who is notified of a missed target: of the assignees, those who are still active; supervisors; if there is neither, admins and owners.
 */
export async function readEscalationMembers(
  tx: Tx,
  assigneeIds: string[],
): Promise<{ assignees: Set<string>; supervisors: string[]; admins: string[] }> {
  const rows = await tx.query<{ user_id: string; role: string; assigned: boolean }>({
    name: "sla_concerned",
    text: `(select m.user_id, m.role, false as assigned from members m
             where m.tenant_id = $1 and m.status = 'active' and m.role in ('supervisor', 'admin', 'owner') order by m.user_id limit 100)
           union all
           select m.user_id, m.role, true from members m
            where m.tenant_id = $1 and m.status = 'active' and m.user_id = any($2::uuid[])`,
    values: [tx.tenantId, assigneeIds],
  });
  const senior = rows.filter((row) => !row.assigned);
  return {
    assignees: new Set(rows.filter((row) => row.assigned).map((row) => row.user_id)),
    supervisors: senior.filter((row) => row.role === "supervisor").map((row) => row.user_id),
    admins: senior.filter((row) => row.role !== "supervisor").map((row) => row.user_id),
  };
}
