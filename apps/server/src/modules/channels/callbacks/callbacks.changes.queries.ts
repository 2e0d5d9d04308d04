import type { Tx } from "#platform/db/database.ts";
import type { StoredReaction } from "./reactions.ts";

export interface ChangedMessage {
  id: string;
  conversation_id: string;
  contact_id: string;
  direction: string;
  type: string;
  text: string | null;
  content: Record<string, unknown> | null;
  reactions: StoredReaction[];
  occurred_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
}

const columns = `m.id, m.conversation_id, m.contact_id, m.direction, m.type, m.text, m.content, m.reactions, m.occurred_at, m.edited_at,
  m.deleted_at`;
const thisMessage = "m.tenant_id = $1 and m.channel_id = $2 and m.external_id = $3";

/**
 * Locks a message, after its conversation if that changes as well: the same order as everywhere else, so the
 * conversation is read in its latest committed state. null: not stored (yet).
 */
export async function lockMessage(
  tx: Tx,
  channelId: string,
  externalId: string,
  withConversation: boolean,
): Promise<ChangedMessage | null> {
  const values = [tx.tenantId, channelId, externalId];
  if (withConversation) {
    const held = await tx.query({
      name: "message_change_conversation",
      text: `select 1 from messages m join conversations v on v.tenant_id = $1 and v.id = m.conversation_id
              where ${thisMessage} for no key update of v`,
      values,
    });
    if (held.length === 0) return null;
  }
  const [row] = await tx.query<ChangedMessage>({
    name: "message_change_lock",
    text: `select ${columns} from messages m where ${thisMessage} for no key update`,
    values,
  });
  return row ?? null;
}

/** The caller holds the lock on the message. */
export async function setReactions(tx: Tx, id: string, reactions: StoredReaction[]): Promise<void> {
  await tx.query({
    name: "message_react",
    text: "update messages m set reactions = $3 where m.tenant_id = $1 and m.id = $2",
    values: [tx.tenantId, id, JSON.stringify(reactions)],
  });
}

/**
 * null: the message already shows this text or a later one, or is deleted. The platform's edit count decides which is later, otherwise the
 * time.
 */
export async function editMessage(
  tx: Tx,
  id: string,
  edit: { text: string | null; content: object | null; occurredAt: string; edition?: number },
): Promise<ChangedMessage | null> {
  const [row] = await tx.query<ChangedMessage>({
    name: "message_edit",
    text: `update messages m set text = $3, content = e.content, edited_at = $5
             from (select o.id, case when $6::integer is null then coalesce($4::jsonb, o.content)
                                     else coalesce($4::jsonb, o.content, '{}') || jsonb_build_object('edition', $6::integer) end as content,
                          case when $6::integer is not null and jsonb_typeof(o.content->'edition') = 'number'
                               then (o.content->>'edition')::numeric < $6::integer
                               else o.edited_at is null or o.edited_at <= $5::timestamptz end as newer
                     from messages o where o.tenant_id = $1 and o.id = $2) e
            where m.tenant_id = $1 and m.id = $2 and m.id = e.id and m.deleted_at is null and e.newer
              and (m.text, m.content, m.edited_at) is distinct from ($3::text, e.content, $5::timestamptz)
           returning ${columns}`,
    values: [
      tx.tenantId,
      id,
      edit.text,
      edit.content === null ? null : JSON.stringify(edit.content),
      edit.occurredAt,
      edit.edition ?? null,
    ],
  });
  return row ?? null;
}

/** null: already deleted. */
export async function deleteMessage(tx: Tx, id: string, at: string): Promise<ChangedMessage | null> {
  const [row] = await tx.query<ChangedMessage>({
    name: "message_delete",
    text: `update messages m set deleted_at = $3, text = null, content = null, media = '[]'
            where m.tenant_id = $1 and m.id = $2 and m.deleted_at is null
           returning ${columns}`,
    values: [tx.tenantId, id, at],
  });
  return row ?? null;
}

/**
 * Updates the conversation of an edited or deleted message: its preview, if this is the last message, and its unread count, because a
 * message deleted before anybody read it is no longer unread. Assumes that the unread messages are the customer's newest. Returns the
 * unread count before and after; null: nothing changed.
 */
export async function showInInbox(tx: Tx, message: ChangedMessage): Promise<{ from: number; to: number } | null> {
  const counted = message.deleted_at !== null && message.direction === "inbound" && message.type !== "system";
  const [row] = await tx.query<{ from: number; to: number }>({
    name: "message_change_shown",
    text: `update conversations v
              set last_message = case when v.last_message->>'id' = wire_id('msg', m.id)
                    then jsonb_set(v.last_message, '{preview}', to_jsonb(message_preview(m.text, m.content))) else v.last_message end,
                  unread_count = v.unread_count - case when $4 and v.unread_count > (
                    select count(*) from (
                      select 1 from messages n
                       where n.tenant_id = $1 and n.conversation_id = v.id and n.direction = 'inbound' and n.type <> 'system'
                         and n.deleted_at is null and (n.occurred_at, n.id) > (m.occurred_at, m.id)
                       limit v.unread_count) newer) then 1 else 0 end
             from messages m, conversations was
            where v.tenant_id = $1 and v.id = $2 and was.tenant_id = $1 and was.id = $2 and m.tenant_id = $1 and m.id = $3
              and (v.last_message->>'id' = wire_id('msg', m.id) or $4)
           returning was.unread_count as "from", v.unread_count as "to"`,
    values: [tx.tenantId, message.conversation_id, message.id, counted],
  });
  return row ?? null;
}
