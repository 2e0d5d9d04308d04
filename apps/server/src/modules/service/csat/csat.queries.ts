import type { Database, Tx } from "#platform/db/database.ts";
import { type Viewer, visibleTo } from "#modules/inbox/visibility/index.ts";

/** Tenants with surveys to send. Runs as the cross-tenant worker to find them; surveys are sent inside each tenant. */
export async function listTenants(database: Pick<Database, "worker">, now: Date): Promise<string[]> {
  const rows = await database.worker<{ tenant_id: string }>({
    name: "csat_tenants",
    text: `select s.tenant_id from agent_settings s
            where s.csat_enabled
              and exists (select from conversations c
                           where c.tenant_id = s.tenant_id and c.status = 'resolved' and c.resolved_by is distinct from 'broadcast'
                             and c.resolved_at >= greatest(s.csat_since, $1::timestamptz - make_interval(mins => s.csat_delay_minutes + 1440))
                             and c.resolved_at <= $1::timestamptz - make_interval(mins => s.csat_delay_minutes)
                             and not exists (select from csat_surveys v where v.tenant_id = c.tenant_id and v.conversation_id = c.id
                                                                          and v.resolved_at = c.resolved_at))`,
    values: [now],
  });
  return rows.map((row) => row.tenant_id);
}

export interface Due {
  id: string;
  resolved_at: Date;
  language: string | null;
  questions: Record<string, string>;
}

/**
 * Resolutions without a survey, between the delay and a day after it, oldest first. A broadcast's conversation is
 * created resolved, but nothing was solved in it, so it does not count.
 */
export function listDue(tx: Tx, now: Date, limit: number): Promise<Due[]> {
  return tx.query<Due>({
    name: "csat_due",
    text: `select c.id, c.resolved_at, k.language, s.csat_questions as questions
             from agent_settings s
             join conversations c on c.tenant_id = $1 and c.status = 'resolved' and c.resolved_by is distinct from 'broadcast'
              and c.resolved_at >= greatest(s.csat_since, $2::timestamptz - make_interval(mins => s.csat_delay_minutes + 1440))
              and c.resolved_at <= $2::timestamptz - make_interval(mins => s.csat_delay_minutes)
             join contacts k on k.tenant_id = $1 and k.id = c.contact_id
            where s.tenant_id = $1 and s.csat_enabled
              and not exists (select from csat_surveys v where v.tenant_id = $1 and v.conversation_id = c.id and v.resolved_at = c.resolved_at)
            order by c.resolved_at, c.id limit $3`,
    values: [tx.tenantId, now, limit],
  });
}

/** Under the conversation's lock: whether the survey can still be sent, and what prevents it. */
export async function readResolution(
  tx: Tx,
  conversationId: string,
  resolvedAt: Date,
): Promise<{ open: boolean; superseded: boolean; blocked: boolean }> {
  const [row] = await tx.query<{ open: boolean; superseded: boolean; blocked: boolean }>({
    name: "csat_turn",
    text: `select c.status = 'resolved' and c.resolved_at = $3 and c.resolved_by is distinct from 'broadcast'
                    and not exists (select from csat_surveys v where v.tenant_id = $1 and v.conversation_id = $2 and v.resolved_at = $3) as open,
                  exists (select from conversations u where u.tenant_id = $1 and u.channel_id = c.channel_id and u.identity_id = c.identity_id
                                                        and u.status <> 'resolved') as superseded,
                  exists (select from contacts k where k.tenant_id = $1 and k.id = c.contact_id and k.blocked_at is not null) as blocked
             from conversations c where c.tenant_id = $1 and c.id = $2`,
    values: [tx.tenantId, conversationId, resolvedAt],
  });
  return row ?? { open: false, superseded: false, blocked: false };
}

export interface Survey {
  id: string;
  conversationId: string;
  resolvedAt: Date;
  skippedReason: string | null;
  messageId: string | null;
}

/** False if the resolution already has a survey. */
export async function insertSurvey(tx: Tx, now: Date, s: Survey): Promise<boolean> {
  const rows = await tx.query({
    name: "csat_survey_insert",
    text: `insert into csat_surveys (tenant_id, id, conversation_id, assignee_id, resolved_at, skipped_reason, message_id, created_at)
           select $1, $2, c.id, c.assignee_id, $4, $5, $6, $7 from conversations c where c.tenant_id = $1 and c.id = $3
           on conflict do nothing returning 1`,
    values: [tx.tenantId, s.id, s.conversationId, s.resolvedAt, s.skippedReason, s.messageId, now],
  });
  return rows.length === 1;
}

export interface ResolvedState {
  resolved_at: Date;
  resolved_by: string | null;
  first_replied_at: Date | null;
  unread_count: number;
}

/**
 * Reopens a resolved conversation for the duration of a statement, because messages are accepted and received only into
 * unresolved ones. Runs under the conversation's lock, and `restoreResolved` follows in the same transaction, so nobody ever
 * sees it open. Null: it is no longer resolved since that time, or the person has another unresolved conversation.
 */
export async function openForMessage(tx: Tx, conversationId: string, resolvedAt: Date): Promise<ResolvedState | null> {
  const [row] = await tx.query<ResolvedState>({
    name: "csat_open_for_message",
    text: `update conversations c set status = 'open', resolved_at = null, resolved_by = null
             from conversations b
            where c.tenant_id = $1 and c.id = $2 and c.status = 'resolved' and c.resolved_at = $3 and b.tenant_id = $1 and b.id = c.id
              and not exists (select from conversations u where u.tenant_id = $1 and u.channel_id = c.channel_id and u.identity_id = c.identity_id
                                                            and u.status <> 'resolved')
           returning b.resolved_at, b.resolved_by, b.first_replied_at, b.unread_count`,
    values: [tx.tenantId, conversationId, resolvedAt],
  });
  return row ?? null;
}

export async function restoreResolved(tx: Tx, conversationId: string, kept: ResolvedState): Promise<void> {
  await tx.query({
    name: "csat_close_again",
    text: `update conversations set status = 'resolved', pending_reason = null, resolved_at = $3, resolved_by = $4, first_replied_at = $5,
             unread_count = $6, waiting_since = null
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, conversationId, kept.resolved_at, kept.resolved_by, kept.first_replied_at, kept.unread_count],
  });
}

export interface Writer {
  n: number;
  channelId: string;
  kind: string;
  account: string;
  key: string | null;
  providerUserId: string | null;
}

export interface UnansweredSurvey {
  n: number;
  survey_id: string;
  conversation_id: string;
  identity_id: string;
  contact_id: string;
  channel_id: string;
  resolved_at: Date;
}

/** The writers with an unanswered survey in a conversation that is still resolved; of several of one writer, the last one sent comes first. */
export function findUnanswered(tx: Tx, writers: Writer[], sentSince: Date): Promise<UnansweredSurvey[]> {
  return tx.query<UnansweredSurvey>({
    name: "csat_find_asked",
    text: `select x.n, s.id as survey_id, c.id as conversation_id, c.identity_id, c.contact_id, c.channel_id, c.resolved_at
             from jsonb_to_recordset($2::jsonb) as x (n integer, "channelId" uuid, kind text, account text, key text, "providerUserId" text)
             join contact_identities i on i.tenant_id = $1 and i.kind = x.kind and i.account = x.account
              and (i.address_key = x.key or i.provider_user_id = x."providerUserId")
             join conversations c on c.tenant_id = $1 and c.channel_id = x."channelId" and c.identity_id = i.id and c.status = 'resolved'
             join csat_surveys s on s.tenant_id = $1 and s.conversation_id = c.id and s.resolved_at = c.resolved_at
              and s.skipped_reason is null and s.rating is null and s.created_at > $3
             join contacts k on k.tenant_id = $1 and k.id = c.contact_id and k.blocked_at is null
            order by x.n, s.created_at desc, s.id desc`,
    values: [tx.tenantId, JSON.stringify(writers), sentSince],
  });
}

/**
 * Locks the person before the conversation, as messages do (docs/subsystems/channels/messaging.md, Locks). False: it
 * was answered meanwhile.
 */
export async function lockUnanswered(tx: Tx, survey: UnansweredSurvey): Promise<boolean> {
  await tx.query({
    name: "csat_lock_identity",
    text: "select 1 from contact_identities where tenant_id = $1 and id = $2 for no key update",
    values: [tx.tenantId, survey.identity_id],
  });
  await tx.query({
    name: "csat_lock_conversation",
    text: "select 1 from conversations where tenant_id = $1 and id = $2 for no key update",
    values: [tx.tenantId, survey.conversation_id],
  });
  const rows = await tx.query({
    name: "csat_lock_survey",
    text: "select 1 from csat_surveys where tenant_id = $1 and id = $2 and rating is null for no key update",
    values: [tx.tenantId, survey.survey_id],
  });
  return rows.length === 1;
}

export async function rate(tx: Tx, now: Date, surveyId: string, rating: number): Promise<void> {
  await tx.query({
    name: "csat_rate",
    text: "update csat_surveys set rating = $3, answered_at = $4 where tenant_id = $1 and id = $2 and rating is null",
    values: [tx.tenantId, surveyId, rating, now],
  });
}

/** Makes the first text after an answer its comment. */
export function comment(
  tx: Tx,
  now: Date,
  said: { conversationId: string; text: string }[],
  answeredSince: Date,
): Promise<{ conversation_id: string; contact_id: string; channel_id: string; rating: number; comment: string }[]> {
  return tx.query({
    name: "csat_comment",
    text: `update csat_surveys s set comment = x.text, commented_at = $2
             from (select distinct on (j."conversationId") j."conversationId" as id, j.text
                     from jsonb_to_recordset($3::jsonb) as j (n integer, "conversationId" uuid, text text) order by j."conversationId", j.n) x
             join conversations c on c.tenant_id = $1 and c.id = x.id
            where s.tenant_id = $1 and s.conversation_id = x.id and s.rating is not null and s.comment is null and s.answered_at > $4
              and s.resolved_at = (select max(v.resolved_at) from csat_surveys v where v.tenant_id = $1 and v.conversation_id = x.id)
           returning s.conversation_id, c.contact_id, c.channel_id, s.rating::integer as rating, s.comment`,
    values: [tx.tenantId, now, JSON.stringify(said.map((item, n) => ({ n, ...item }))), answeredSince],
  });
}

export interface ResponseRow {
  id: string;
  conversation_id: string;
  contact_id: string;
  channel_id: string;
  assignee_id: string | null;
  rating: number;
  comment: string | null;
  message_id: string | null;
  resolved_at: Date;
  asked_at: Date;
  answered_at: Date;
  /** answered_at with microseconds, for cursors. */
  position: string;
}

export interface CsatFilter {
  rating?: number | undefined;
  channelId?: string | undefined;
  assigneeId?: string | null | undefined;
  conversationId?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

/** Conditions on surveys `s` and their conversations `c`; `time`: the column to which since and until apply. */
function conditions(filter: CsatFilter, viewer: Viewer | null, time: "answered_at" | "created_at", values: unknown[]) {
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  const where: string[] = [];
  const names: string[] = [];
  const add = (name: string, condition: string) => {
    names.push(name);
    where.push(`and ${condition}`);
  };
  if (filter.rating !== undefined) add("rating", `s.rating = ${value(filter.rating)}`);
  if (filter.channelId !== undefined) add("channel", `c.channel_id = ${value(filter.channelId)}`);
  if (filter.assigneeId === null) add("unassigned", "s.assignee_id is null");
  else if (filter.assigneeId !== undefined) add("assignee", `s.assignee_id = ${value(filter.assigneeId)}`);
  if (filter.conversationId !== undefined) add("conversation", `s.conversation_id = ${value(filter.conversationId)}`);
  if (filter.since !== undefined) add("since", `s.${time} >= ${value(filter.since)}`);
  if (filter.until !== undefined) add("until", `s.${time} < ${value(filter.until)}`);
  if (viewer !== null) {
    const seen = visibleTo(viewer, "c", value);
    add(seen.name, seen.condition);
  }
  return { names: names.join("_"), where: where.join(" "), value };
}

/** Newest answer first. */
export function listResponses(
  tx: Tx,
  filter: CsatFilter,
  viewer: Viewer | null,
  after: string[] | null,
  limit: number,
): Promise<ResponseRow[]> {
  const values: unknown[] = [tx.tenantId, limit];
  const { names, where, value } = conditions(filter, viewer, "answered_at", values);
  const beyond = after === null ? "" : `and (s.answered_at, s.id) < (${value(after[0])}::timestamptz, ${value(after[1])}::uuid)`;
  return tx.query<ResponseRow>({
    name: `csat_responses_${names}${after === null ? "" : "_after"}`,
    text: `select s.id, s.conversation_id, c.contact_id, c.channel_id, s.assignee_id, s.rating::integer as rating, s.comment, s.message_id, s.resolved_at,
                  s.created_at as asked_at, s.answered_at, s.answered_at::text as position
             from csat_surveys s join conversations c on c.tenant_id = $1 and c.id = s.conversation_id
            where s.tenant_id = $1 and s.rating is not null ${where} ${beyond}
            order by s.answered_at desc, s.id desc limit $2`,
    values,
  });
}

/** How many surveys were sent, and how many got each rating. */
export async function summarise(tx: Tx, filter: CsatFilter, viewer: Viewer | null): Promise<{ asked: number; counts: number[] }> {
  const values: unknown[] = [tx.tenantId];
  const { where } = conditions(filter, viewer, "created_at", values);
  // Only these conditions concern conversations. Without them the join would read all: a year of 95,000 surveys 119 ms, without the join
  // 50, measured.
  const conversations =
    filter.channelId === undefined && viewer === null ? "" : "join conversations c on c.tenant_id = $1 and c.id = s.conversation_id";
  const rows = await tx.query<{ rating: number | null; n: number }>({
    // Unnamed, so planned for each execution: a generic plan for any period looks each conversation up.
    text: `select s.rating::integer as rating, count(*)::integer as n
             from csat_surveys s ${conversations}
            where s.tenant_id = $1 and s.skipped_reason is null ${where} group by s.rating`,
    values,
  });
  return {
    asked: rows.reduce((sum, row) => sum + row.n, 0),
    counts: [1, 2, 3, 4, 5].map((rating) => rows.find((row) => row.rating === rating)?.n ?? 0),
  };
}
