import type { Claimed, ClaimSource } from "#platform/jobs/claim.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import type { ChatbotSettings } from "./chatbot-settings.ts";

/** A turn started this often is not tried again: people get the conversation (turns/turns.jobs.ts). */
export const attemptsMax = 3;

/** Conversations are claimed fairly between tenants. Each is one row, so it has one turn at a time. */
export const sessionSource: ClaimSource = {
  table: "chatbot_sessions",
  // A customer is waiting: what would be set aside goes to people, unless that is what ends the process.
  lastClaim: { condition: `t.attempts <= ${attemptsMax}`, assignments: `attempts = greatest(t.attempts, ${attemptsMax})` },
  lane: "tenant_id",
  order: "t.run_at, t.conversation_id",
  key: ["conversation_id"],
  columns: ["epoch", "heard", "lease_until"],
  // Models may keep a turn waiting for half a minute.
  suspectsPerLane: true,
};

export interface ClaimedSession extends Claimed {
  conversation_id: string;
  epoch: number;
  heard: number;
  /** Identifies the claim. */
  lease_until: Date;
}

/** What customers have just written in a conversation that a chatbot serves. */
export interface CustomerMessage {
  conversation_id: string;
  channel_id: string;
  contact_id: string;
  status: "open" | "pending" | "resolved";
  pending_reason: string | null;
  handled_by: "bot" | "human";
  chatbot_id: string;
  settings: ChatbotSettings;
  /** The conversation was created, or reopened, in this transaction. */
  began: boolean;
  reopened: boolean;
  message_ids: string[];
  session: { epoch: number; handed_over_at: string | null; got_at: string | null } | null;
  team_wrote_at: Date | null;
}

/**
 * Runs in the transaction that stored the messages, which holds the conversations' locks. `eventId`: of the event that created or reopened
 * a conversation, if any.
 */
export function readCustomerMessages(
  tx: Tx,
  messages: { conversationId: string; messageId: string; eventId: string }[],
): Promise<CustomerMessage[]> {
  return tx.query<CustomerMessage>({
    name: "chatbot_heard",
    text: `with given as (
             select * from unnest($2::uuid[], $3::uuid[], $4::uuid[]) with ordinality g (conversation_id, message_id, event_id, n)
           ), grouped as (
             select g.conversation_id, array_agg(g.message_id order by g.n) as message_ids, array_agg(g.event_id) as event_ids from given g group by 1
           )
           select c.id as conversation_id, c.channel_id, c.contact_id, c.status, c.pending_reason, c.handled_by, b.id as chatbot_id, b.settings,
                  g.message_ids, e.began is not null as began, coalesce(e.reopened, false) as reopened,
                  case when s.conversation_id is not null then
                    json_build_object('epoch', s.epoch, 'handed_over_at', s.handed_over_at, 'got_at', s.got_at) end as session,
                  w.at as team_wrote_at
             from grouped g
             join conversations c on c.tenant_id = $1 and c.id = g.conversation_id
             join chatbot_channels h on h.tenant_id = $1 and h.channel_id = c.channel_id
             join chatbots b on b.tenant_id = $1 and b.id = h.chatbot_id and b.is_active and b.deleted_at is null
             left join chatbot_sessions s on s.tenant_id = $1 and s.conversation_id = c.id
             left join lateral (
               select true as began, bool_or(e.type = 'conversation.updated') as reopened from event_log e
                where e.tenant_id = $1 and e.id = any(g.event_ids)
                  and (e.type = 'conversation.created' or (e.type = 'conversation.updated' and e.data->'changes'->'status'->>'from' = 'resolved'))
               having count(*) > 0) e on true
             left join lateral (
               select m.created_at as at from messages m
                where b.settings->'handover'->>'resumeAfterMinutes' is not null and s.conversation_id is not null
                  and m.tenant_id = $1 and m.conversation_id = c.id and m.direction = 'outbound' and not m.is_note
                  and (m.author_kind in ('member', 'platform') or m.human_agent)
                order by m.occurred_at desc, m.id desc limit 1) w on true
            order by c.id`,
    values: [tx.tenantId, messages.map((h) => h.conversationId), messages.map((h) => h.messageId), messages.map((h) => h.eventId)],
  });
}

export interface SessionUpdate {
  conversationId: string;
  chatbotId: string;
  messageIds: string[];
  /** A new episode begins. */
  begins: boolean;
  /** The chatbot gets the conversation. */
  gets: boolean;
  runAt: Date;
  /** The latest instant to which further messages can postpone the turn. */
  latestMs: number;
}

/** Unanswered messages passed to a turn; older ones become history. */
const pendingMax = 50;

/** Creates or wakes sessions. A leased session stays leased; its turn notices at its end that there are new messages. */
export async function updateSessions(tx: Tx, now: Date, updates: SessionUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  await tx.query({
    name: "chatbot_sessions_tell",
    text: `insert into chatbot_sessions as s (tenant_id, conversation_id, chatbot_id, epoch, heard, pending, began_at, got_at, state, run_at, burst_at)
           select $1::uuid, t."conversationId", t."chatbotId", case when t.gets then 1 else 0 end, cardinality(m.ids), m.ids, $2::timestamptz,
                  case when t.gets then $2::timestamptz end, 'ready', t."runAt", $2::timestamptz
             from jsonb_to_recordset($3::jsonb) as t ("conversationId" uuid, "chatbotId" uuid, "messageIds" jsonb, begins boolean, gets boolean,
                                                     "runAt" timestamptz, "latestMs" integer)
             cross join lateral (select coalesce(array_agg(x::uuid), '{}') as ids from jsonb_array_elements_text(t."messageIds") x) m
            order by t."conversationId"
           on conflict (tenant_id, conversation_id) do update
              set chatbot_id = excluded.chatbot_id,
                  epoch = s.epoch + excluded.epoch,
                  heard = s.heard + excluded.heard,
                  pending = (case when (select x.begins from jsonb_to_recordset($3::jsonb) x ("conversationId" uuid, begins boolean)
                                         where x."conversationId" = s.conversation_id) then '{}' else s.pending end || excluded.pending)
                              [greatest(1, cardinality(s.pending || excluded.pending) - $4::integer + 1):],
                  began_at = case when (select x.begins from jsonb_to_recordset($3::jsonb) x ("conversationId" uuid, begins boolean)
                                         where x."conversationId" = s.conversation_id) then $2::timestamptz else s.began_at end,
                  got_at = coalesce(excluded.got_at, s.got_at),
                  replies = case when excluded.epoch > 0 then 0 else s.replies end,
                  failed_turns = case when excluded.epoch > 0 then 0 else s.failed_turns end,
                  state = case when s.state = 'leased' then 'leased' else 'ready' end,
                  burst_at = case when s.state = 'ready' then s.burst_at else $2::timestamptz end,
                  run_at = least(excluded.run_at, (case when s.state = 'ready' then s.burst_at else $2::timestamptz end) + $5::integer * interval '1 ms')`,
    values: [tx.tenantId, now, JSON.stringify(updates), pendingMax, updates[0]?.latestMs ?? 15_000],
  });
}

export interface SessionRow {
  conversation_id: string;
  chatbot_id: string;
  epoch: number;
  heard: number;
  pending: string[];
  began_at: Date;
  got_at: Date | null;
  handed_over_at: Date | null;
  replies: number;
  failed_turns: number;
  told_closed: string | null;
  state: "idle" | "ready" | "leased";
  attempts: number;
  lease_until: Date | null;
}

const columns = `s.conversation_id, s.chatbot_id, s.epoch, s.heard, s.pending, s.began_at, s.got_at, s.handed_over_at, s.replies, s.failed_turns,
  s.told_closed, s.state, s.attempts, s.lease_until`;

export async function findSession(tx: Tx, conversationId: string, lock = false): Promise<SessionRow | null> {
  const [row] = await tx.query<SessionRow>({
    name: lock ? "chatbot_session_lock" : "chatbot_session",
    text: `select ${columns} from chatbot_sessions s where s.tenant_id = $1 and s.conversation_id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, conversationId],
  });
  return row ?? null;
}

/** Ends the turn: its messages are settled, and newer ones make the session ready again, if that is allowed. */
export async function finishSession(
  tx: Tx,
  session: {
    conversationId: string;
    disposed: string[];
    heard: number;
    replied: boolean;
    failed: boolean;
    toldClosed: string | null;
    handedOverAt: Date | null;
  },
): Promise<void> {
  await tx.query({
    name: "chatbot_session_finish",
    text: `update chatbot_sessions s
              set pending = array(select p from unnest(s.pending) with ordinality u (p, n) where p <> all($3::uuid[]) order by n),
                  state = case when s.heard > $4 then 'ready' else 'idle' end, lease_until = null, attempts = 0,
                  replies = s.replies + $5::integer, failed_turns = case when $6 then s.failed_turns + 1 when $5 > 0 then 0 else s.failed_turns end,
                  told_closed = coalesce($7, s.told_closed), handed_over_at = coalesce($8, s.handed_over_at)
            where s.tenant_id = $1 and s.conversation_id = $2`,
    values: [
      tx.tenantId,
      session.conversationId,
      session.disposed,
      session.heard,
      session.replied ? 1 : 0,
      session.failed,
      session.toldClosed,
      session.handedOverAt,
    ],
  });
}

/** A person gives the conversation back to the chatbot, which starts another epoch. `pending`: what is to be answered now. */
export async function resumeSession(
  tx: Tx,
  now: Date,
  session: { conversationId: string; chatbotId: string; pending: string[]; runAt: Date },
): Promise<void> {
  await tx.query({
    name: "chatbot_session_resume",
    text: `insert into chatbot_sessions as s (tenant_id, conversation_id, chatbot_id, epoch, heard, pending, began_at, got_at, state, run_at, burst_at)
           select $1::uuid, c.id, $3::uuid, 1, cardinality($4::uuid[]), $4::uuid[], c.created_at, $5::timestamptz, case when cardinality($4::uuid[]) > 0 then 'ready' else 'idle' end, $6::timestamptz, $5::timestamptz
             from conversations c where c.tenant_id = $1 and c.id = $2
           on conflict (tenant_id, conversation_id) do update
              set chatbot_id = excluded.chatbot_id, epoch = s.epoch + 1, heard = s.heard + 1, pending = excluded.pending, got_at = excluded.got_at,
                  replies = 0, failed_turns = 0, burst_at = excluded.burst_at, run_at = excluded.run_at,
                  state = case when s.state = 'leased' then 'leased' else excluded.state end`,
    values: [tx.tenantId, session.conversationId, session.chatbotId, session.pending, now, session.runAt],
  });
}

/**
 * Chatbots with conversations that they no longer serve; see control.ts. Runs as the cross-tenant worker to find the tenants that have any.
 */
export function listReleasing(
  database: Pick<Database, "worker">,
  limit: number,
): Promise<{ tenant_id: string; id: string; version: number }[]> {
  return database.worker({
    name: "chatbots_releasing",
    text: "select tenant_id, id, version from chatbots where releasing order by tenant_id, id limit $1",
    values: [limit],
  });
}

export async function listToRelease(tx: Tx, chatbotId: string, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "chatbot_conversations_to_release",
    text: `select c.id from conversations c
             join chatbot_sessions s on s.tenant_id = $1 and s.conversation_id = c.id and s.chatbot_id = $2
            where c.tenant_id = $1 and c.handled_by = 'bot' and c.status = 'pending' and c.pending_reason = 'bot'
              and not exists (select from chatbot_channels h join chatbots b on b.tenant_id = $1 and b.id = h.chatbot_id and b.is_active and b.deleted_at is null
                               where h.tenant_id = $1 and h.channel_id = c.channel_id and h.chatbot_id = $2)
            order by c.id limit $3`,
    values: [tx.tenantId, chatbotId, limit],
  });
  return rows.map((row) => row.id);
}

/** Not if the chatbot has changed since that version: it may have lost further conversations. */
export async function releasedAll(tx: Tx, chatbotId: string, version: number): Promise<void> {
  await tx.query({
    name: "chatbot_released",
    text: "update chatbots set releasing = false where tenant_id = $1 and id = $2 and version = $3",
    values: [tx.tenantId, chatbotId, version],
  });
}
