import type { Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { cancelUnsentOfChatbots } from "./messages.queries.ts";

/** What waits longer was meant for a channel that was away; the dispatcher applies its own rules to it. */
const lookBackMs = 25 * 3_600_000;

/**
 * Cancels what a chatbot wrote in these conversations and has not left yet, because a person answers now. Runs in the
 * transaction of the person's answer. A message that is being sent at this moment is left alone.
 */
export async function cancelUnsent(tx: Tx, now: Date, ids: IdSource, conversationIds: string[]): Promise<void> {
  if (conversationIds.length === 0) return;
  const rows = await cancelUnsentOfChatbots(tx, conversationIds, new Date(now.getTime() - lookBackMs));
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
