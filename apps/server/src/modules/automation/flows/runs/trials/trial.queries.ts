import type { Tx } from "#platform/db/database.ts";

export async function findEvent(tx: Tx, id: string): Promise<{ type: string; data: Record<string, unknown> } | null> {
  const [row] = await tx.query<{ type: string; data: Record<string, unknown> }>({
    name: "flow_trial_event",
    text: "select type, data from event_log where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** The customer's last message in a conversation. Stored id. */
export async function findLastMessage(tx: Tx, conversationId: string): Promise<{ id: string; type: string; text: string | null } | null> {
  const [row] = await tx.query<{ id: string; type: string; text: string | null }>({
    name: "flow_trial_last_words",
    text: `select id, type, text from messages where tenant_id = $1 and conversation_id = $2 and direction = 'inbound' and type not in ('system', 'reaction')
            order by occurred_at desc, id desc limit 1`,
    values: [tx.tenantId, conversationId],
  });
  return row ?? null;
}
