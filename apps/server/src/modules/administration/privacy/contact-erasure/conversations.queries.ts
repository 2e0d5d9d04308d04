import type { Tx } from "#platform/db/database.ts";

export function dropDispatches(tx: Tx, people: string[]): Promise<object[]> {
  return tx.query({
    name: "erase_dispatches",
    text: `with own as (
             select d.message_id from conversations v join messages m on m.tenant_id = $1 and m.conversation_id = v.id and m.status = 'queued'
               join outbound_dispatches d on d.tenant_id = $1 and d.message_id = m.id and d.state = 'ready'
              where v.tenant_id = $1 and v.contact_id = any($2) for update of d skip locked)
           delete from outbound_dispatches d using own where d.tenant_id = $1 and d.message_id = own.message_id returning 1`,
    values: [tx.tenantId, people],
  });
}

export function findSending(tx: Tx, people: string[]): Promise<object[]> {
  return tx.query({
    name: "erase_sending",
    text: `select 1 from conversations v join messages m on m.tenant_id = $1 and m.conversation_id = v.id and m.status in ('queued', 'sending')
             join outbound_dispatches d on d.tenant_id = $1 and d.message_id = m.id
            where v.tenant_id = $1 and v.contact_id = any($2) limit 1`,
    values: [tx.tenantId, people],
  });
}

export function lockTickets(tx: Tx, of: string[], limit: number, where: "contact_id" | "conversation_id"): Promise<{ id: string }[]> {
  return tx.query({
    name: `erase_tickets_by_${where}`,
    text: `select id from tickets where tenant_id = $1 and ${where} = any($2) order by id limit $3 for update`,
    values: [tx.tenantId, of, limit],
  });
}

export async function detachFollowUps(tx: Tx, ids: string[]): Promise<void> {
  await tx.query({
    name: "erase_follow_ups",
    text: "update tickets set follow_up_of_id = null where tenant_id = $1 and follow_up_of_id = any($2)",
    values: [tx.tenantId, ids],
  });
}

export function dropTicketActivity(tx: Tx, ticketIds: string[]): Promise<object[]> {
  return tx.query({
    name: "erase_ticket_activity",
    text: "delete from ticket_activity where tenant_id = $1 and ticket_id = any($2) returning 1",
    values: [tx.tenantId, ticketIds],
  });
}

export async function dropTickets(tx: Tx, ids: string[]): Promise<void> {
  await tx.query({ name: "erase_tickets", text: "delete from tickets where tenant_id = $1 and id = any($2)", values: [tx.tenantId, ids] });
}

export function lockMessages(
  tx: Tx,
  people: string[],
  limit: number,
): Promise<{ id: string; direction: string; text: string | null; media: { id?: string }[] }[]> {
  return tx.query({
    name: "erase_messages_find",
    text: `select m.id, m.direction, m.text, m.media from conversations v join messages m on m.tenant_id = $1 and m.conversation_id = v.id
            where v.tenant_id = $1 and v.contact_id = any($2) limit $3 for update of m`,
    values: [tx.tenantId, people, limit],
  });
}

export async function detachReplies(tx: Tx, ids: string[]): Promise<void> {
  await tx.query({
    name: "erase_replies",
    text: "update messages set reply_to_id = null where tenant_id = $1 and reply_to_id = any($2)",
    values: [tx.tenantId, ids],
  });
}

export function dropMediaOf(tx: Tx, messageIds: string[]): Promise<{ content_id: string | null }[]> {
  return tx.query({
    name: "erase_media_of_messages",
    text: "delete from media where tenant_id = $1 and message_id = any($2) returning content_id",
    values: [tx.tenantId, messageIds],
  });
}

export function dropDispatchesOf(tx: Tx, messageIds: string[]): Promise<object[]> {
  return tx.query({
    name: "erase_dispatches_of_messages",
    text: "delete from outbound_dispatches where tenant_id = $1 and message_id = any($2) returning 1",
    values: [tx.tenantId, messageIds],
  });
}

export async function dropMessages(tx: Tx, ids: string[]): Promise<void> {
  await tx.query({
    name: "erase_messages",
    text: "delete from messages where tenant_id = $1 and id = any($2)",
    values: [tx.tenantId, ids],
  });
}

export function lockConversations(tx: Tx, people: string[], limit: number): Promise<{ id: string }[]> {
  return tx.query({
    name: "erase_conversations_find",
    text: "select id from conversations where tenant_id = $1 and contact_id = any($2) order by id limit $3 for update",
    values: [tx.tenantId, people, limit],
  });
}

export function countOfConversations(tx: Tx, conversationIds: string[], table: string): Promise<{ n: number }[]> {
  return tx.query({
    name: `erase_count_${table}`,
    text: `select count(*)::integer as n from ${table} where tenant_id = $1 and conversation_id = any($2)`,
    values: [tx.tenantId, conversationIds],
  });
}

/**
 * Subtracts a chatbot's turns in these conversations from their days. The caller has locked the conversations, so no turn can join them.
 */
export async function uncountTurns(tx: Tx, conversationIds: string[]): Promise<void> {
  await tx.query({
    name: "erase_counted_turns",
    text: `insert into chatbot_turn_days (tenant_id, chatbot_id, day, decision, turns)
           select $1, t.chatbot_id, (t.created_at at time zone 'UTC')::date, t.decision, -count(*)::integer
             from chatbot_turns t where t.tenant_id = $1 and t.conversation_id = any($2) group by 2, 3, 4`,
    values: [tx.tenantId, conversationIds],
  });
}

export async function dropConversations(tx: Tx, ids: string[]): Promise<void> {
  await tx.query({
    name: "erase_conversations",
    text: "delete from conversations where tenant_id = $1 and id = any($2)",
    values: [tx.tenantId, ids],
  });
}

export function dropOwned(tx: Tx, people: string[], limit: number, table: "deals" | "orders"): Promise<{ id: string }[]> {
  return tx.query({
    name: `erase_${table}`,
    text: `delete from ${table} where tenant_id = $1 and id in (
             select id from ${table} where tenant_id = $1 and contact_id = any($2) limit $3) returning id`,
    values: [tx.tenantId, people, limit],
  });
}

export async function lockContacts(tx: Tx, people: string[]): Promise<void> {
  await tx.query({
    name: "erase_contacts_lock",
    text: "select 1 from contacts where tenant_id = $1 and id = any($2) order by id for update",
    values: [tx.tenantId, people],
  });
}

export function countOfContacts(tx: Tx, people: string[], table: string, column: string): Promise<{ n: number }[]> {
  return tx.query({
    name: `erase_count_${table}`,
    text: `select count(*)::integer as n from ${table} where tenant_id = $1 and ${column} = any($2)`,
    values: [tx.tenantId, people],
  });
}

export function dropOfContacts(tx: Tx, people: string[], table: string, column: string): Promise<object[]> {
  return tx.query({
    name: `erase_${table}`,
    text: `delete from ${table} where tenant_id = $1 and ${column} = any($2) returning 1`,
    values: [tx.tenantId, people],
  });
}
