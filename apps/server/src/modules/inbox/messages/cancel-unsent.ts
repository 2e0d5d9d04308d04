import type { Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";

/** What waits longer was meant for a channel that was away; the dispatcher applies its own rules to it. */
const lookBackMs = 25 * 3_600_000;

/**
 * Cancels what a chatbot wrote in these conversations and has not left yet, because a person answers now. Runs in the
 * transaction of the person's answer. A message that is being sent at this moment is left alone.
 */
export async function cancelUnsent(tx: Tx, now: Date, ids: IdSource, conversationIds: string[]): Promise<void> {
  if (conversationIds.length === 0) return;
  const rows = await tx.query<{
    id: string;
    channel_id: string;
    conversation_id: string;
    contact_id: string;
    client_reference: string | null;
  }>({
    name: "messages_cancel_unsent",
    text: `with unsent as materialized (
             select d.message_id from messages m join outbound_dispatches d on d.tenant_id = $1 and d.message_id = m.id and d.state = 'ready'
              where m.tenant_id = $1 and m.conversation_id = any($2::uuid[]) and m.occurred_at > $3 and m.author_kind = 'chatbot'
                and m.direction = 'outbound' and m.status = 'queued'
              order by m.id for update of d skip locked
           ), gone as (
             delete from outbound_dispatches d using unsent u where d.tenant_id = $1 and d.message_id = u.message_id returning d.message_id
           )
           update messages m set status = 'cancelled' from gone g where m.tenant_id = $1 and m.id = g.message_id
           returning m.id, m.channel_id, m.conversation_id, m.contact_id, m.client_reference`,
    values: [tx.tenantId, conversationIds, new Date(now.getTime() - lookBackMs)],
  });
  await appendEvents(
    tx,
    now,
    rows.map((row) => ({
      id: ids.uuid(),
      type: "message.status",
      channelId: row.channel_id,
      conversationId: row.conversation_id,
      data: {
        channelId: wireId("chn", row.channel_id),
        conversationId: wireId("conv", row.conversation_id),
        contactId: wireId("cnt", row.contact_id),
        broadcastId: null,
        message: { id: wireId("msg", row.id), externalId: null, clientReference: row.client_reference },
        status: "cancelled",
        previousStatus: "queued",
        occurredAt: now.toISOString(),
        error: null,
      },
    })),
  );
}
