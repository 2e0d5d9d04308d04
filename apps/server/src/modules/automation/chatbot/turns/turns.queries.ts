import { type Viewer, visibleTo } from "#modules/inbox/visibility/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { matchedPart } from "#platform/text/matched.ts";
import type { ChatbotSettings } from "../chatbot-settings.ts";
import type { Decision, TraceStep } from "./turn.types.ts";

export interface TurnFacts {
  tenant_name: string;
  chatbot_id: string;
  version: number;
  is_active: boolean;
  settings: ChatbotSettings;
  channel_id: string;
  controlled: boolean;
  window_expires_at: Date | null;
  contact_name: string | null;
  contact_language: string | null;
  opt_in: string;
  blocked_at: Date | null;
  team_wrote: boolean;
}

/** Everything except the messages. `since`: when the episode began. null: the conversation was deleted. */
export async function readTurnFacts(tx: Tx, conversationId: string, chatbotId: string, since: Date): Promise<TurnFacts | null> {
  const [row] = await tx.query<TurnFacts>({
    name: "chatbot_turn_facts",
    text: `select t.name as tenant_name, b.id as chatbot_id, b.version, b.settings,
                  b.is_active and b.deleted_at is null and exists (select from chatbot_channels h
                    where h.tenant_id = $1 and h.channel_id = c.channel_id and h.chatbot_id = b.id) as is_active,
                  c.channel_id, c.status = 'pending' and c.pending_reason = 'bot' and c.handled_by = 'bot' as controlled,
                  c.window_expires_at, k.name as contact_name, k.language as contact_language, k.opt_in, k.blocked_at,
                  exists (select from messages m where m.tenant_id = $1 and m.conversation_id = c.id and m.occurred_at >= $4 and m.direction = 'outbound'
                           and not m.is_note and (m.author_kind in ('member', 'platform') or m.human_agent)) as team_wrote
             from conversations c
             join tenants t on t.tenant_id = $1
             join contacts k on k.tenant_id = $1 and k.id = c.contact_id
             join chatbots b on b.tenant_id = $1 and b.id = $3
            where c.tenant_id = $1 and c.id = $2`,
    values: [tx.tenantId, conversationId, chatbotId, since],
  });
  return row ?? null;
}

export interface TranscriptRow {
  id: string;
  direction: "inbound" | "outbound";
  author_kind: string;
  type: string;
  text: string | null;
  has_media: boolean;
  created_at: Date;
  occurred_at: Date;
}

/** The last `limit` messages between two instants, oldest first, without notes and notices. */
export async function readTranscript(
  tx: Tx,
  conversationId: string,
  since: Date,
  until: Date | null,
  limit: number,
): Promise<TranscriptRow[]> {
  const rows = await tx.query<TranscriptRow>({
    name: "chatbot_said",
    text: `select m.id, m.direction, m.author_kind, m.type, m.text, m.media <> '[]' as has_media, m.created_at, m.occurred_at from messages m
            where m.tenant_id = $1 and m.conversation_id = $2 and m.created_at >= $3 and not m.is_note and m.type <> 'system' and m.deleted_at is null
              and m.status not in ('failed', 'cancelled') and ($4::timestamptz is null or m.created_at <= $4)
            order by m.occurred_at desc, m.id desc limit $5`,
    values: [tx.tenantId, conversationId, since, until, limit],
  });
  return rows.reverse().map((row) => ({ ...row, text: row.text === null ? null : matchedPart(row.text) }));
}

export interface TurnCounts {
  conversation_today: number;
  chatbot_today: number;
  recent: number;
}

/** Turns that sent something. `perDayMax`: counting stops there. */
export async function countTurns(
  tx: Tx,
  input: { conversationId: string; chatbotId: string; dayAgo: Date; recent: Date; conversationMax: number; chatbotMax: number | null },
): Promise<TurnCounts> {
  const [row] = await tx.query<TurnCounts>({
    name: "chatbot_turn_counts",
    text: `select (select count(*)::integer from (select 1 from chatbot_turns t
                    where t.tenant_id = $1 and t.conversation_id = $2 and t.created_at > $4 and t.decision in ('answered', 'declined') limit $6) a) as conversation_today,
                  (select count(*)::integer from (select 1 from chatbot_turns t
                    where t.tenant_id = $1 and t.chatbot_id = $3 and t.created_at > $4 and t.decision in ('answered', 'declined') limit $7) b) as chatbot_today,
                  (select count(*)::integer from (select 1 from chatbot_turns t
                    where t.tenant_id = $1 and t.conversation_id = $2 and t.created_at > $5 and t.decision in ('answered', 'declined') limit 100) d) as recent`,
    values: [tx.tenantId, input.conversationId, input.chatbotId, input.dayAgo, input.recent, input.conversationMax, input.chatbotMax ?? 0],
  });
  return row as TurnCounts;
}

export interface TurnRow {
  id: string;
  chatbot_id: string;
  chatbot_version: number;
  conversation_id: string;
  epoch: number;
  decision: Decision;
  reason: string | null;
  inbound_ids: string[];
  reply_message_id: string | null;
  reply: string | null;
  trace: { steps: TraceStep[]; passages: object[]; question: string | null; language: string | null };
  provider: string | null;
  model: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  cost: string | null;
  began_at: Date;
  created_at: Date;
  /** What the customer wrote, as far as it still exists. */
  message: string | null;
  /** created_at to the microsecond, for cursors. */
  position: string;
}

const columns = `t.id, t.chatbot_id, t.chatbot_version, t.conversation_id, t.epoch, t.decision, t.reason, t.inbound_ids, t.reply_message_id, t.reply, t.trace,
  t.provider, t.model, t.input_tokens, t.output_tokens, t.cost::text, t.began_at, t.created_at, t.created_at::text as position,
  (select string_agg(m.text, E'\\n' order by m.occurred_at, m.id) from messages m
    where m.tenant_id = $1 and m.conversation_id = t.conversation_id and m.id = any(t.inbound_ids) and m.deleted_at is null) as message`;

/** Includes the row that adds it to its day, so that a day already counted has it too. */
export async function insertTurn(tx: Tx, turn: Omit<TurnRow, "position" | "message">): Promise<void> {
  await tx.query({
    name: "chatbot_turn_insert",
    text: `with turn as (
             insert into chatbot_turns (tenant_id, id, chatbot_id, chatbot_version, conversation_id, epoch, decision, reason, inbound_ids,
               reply_message_id, reply, trace, provider, model, input_tokens, output_tokens, cost, began_at, created_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19))
           insert into chatbot_turn_days (tenant_id, chatbot_id, day, decision, turns)
           values ($1, $3, ($19::timestamptz at time zone 'UTC')::date, $7, 1)`,
    values: [
      tx.tenantId,
      turn.id,
      turn.chatbot_id,
      turn.chatbot_version,
      turn.conversation_id,
      turn.epoch,
      turn.decision,
      turn.reason,
      turn.inbound_ids,
      turn.reply_message_id,
      turn.reply,
      JSON.stringify(turn.trace),
      turn.provider,
      turn.model,
      turn.input_tokens,
      turn.output_tokens,
      turn.cost,
      turn.began_at,
      turn.created_at,
    ],
  });
}

export async function findTurn(tx: Tx, id: string): Promise<TurnRow | null> {
  const [row] = await tx.query<TurnRow>({
    name: "chatbot_turn",
    text: `select ${columns} from chatbot_turns t where t.tenant_id = $1 and t.id = $2`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Newest first. */
export function listConversationTurns(tx: Tx, conversationId: string, after: string[] | null, limit: number): Promise<TurnRow[]> {
  return tx.query<TurnRow>({
    name: "chatbot_turns_of_conversation",
    text: `select ${columns} from chatbot_turns t
            where t.tenant_id = $1 and t.conversation_id = $2 and ($3::timestamptz is null or (t.created_at, t.id) < ($3, $4::uuid))
            order by t.created_at desc, t.id desc limit $5`,
    values: [tx.tenantId, conversationId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Newest first, of one decision if given, in conversations that the viewer may see. */
export function listChatbotTurns(
  tx: Tx,
  chatbotId: string,
  decision: Decision | null,
  viewer: Viewer | null,
  after: string[] | null,
  limit: number,
): Promise<TurnRow[]> {
  const values: unknown[] = [tx.tenantId, chatbotId, after?.[0] ?? null, after?.[1] ?? null, limit, decision];
  const seen = viewer === null ? null : visibleTo(viewer, "c", (parameter) => `$${values.push(parameter)}`);
  return tx.query<TurnRow>({
    name: `chatbot_turns_of_chatbot${seen === null ? "" : `_${seen.name}`}`,
    text: `select ${columns} from chatbot_turns t
             ${seen === null ? "" : "join conversations c on c.tenant_id = $1 and c.id = t.conversation_id"}
            where t.tenant_id = $1 and t.chatbot_id = $2 and ($3::timestamptz is null or (t.created_at, t.id) < ($3, $4::uuid))
              and ($6::text is null or t.decision = $6) ${seen === null ? "" : `and ${seen.condition}`}
            order by t.created_at desc, t.id desc limit $5`,
    values,
  });
}

export function holdDivision(tx: Tx, divisionId: string): Promise<object[]> {
  return tx.query({
    name: "chatbot_division",
    text: "select 1 from divisions where tenant_id = $1 and id = $2 for share",
    values: [tx.tenantId, divisionId],
  });
}
