import type { Tx } from "../db/database.ts";

export interface EventRecord {
  id: string;
  type: string;
  data: Record<string, unknown>;
  channelId?: string | null;
  conversationId?: string | null;
}

/** Writes events in the transaction of the change that caused them. The ids are UUIDs; `data` is in wire format. */
export async function appendEvents(tx: Tx, now: Date, events: EventRecord[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query({
    name: "events_append",
    text: `insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
           select $1, e.id, e.type, e."channelId", e."conversationId", e.data, $2
             from json_to_recordset($3::json) as e(id uuid, type text, "channelId" uuid, "conversationId" uuid, data json)`,
    values: [tx.tenantId, now, JSON.stringify(events)],
  });
}
