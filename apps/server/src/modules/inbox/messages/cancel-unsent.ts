import type { Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { cancelUnsentOfChatbots } from "./messages.queries.ts";

/** Older messages were meant for a channel that was disconnected; the dispatcher applies its own rules to them. */
const lookBackMs = 25 * 3_600_000;

/**
 * Cancels a chatbot's unsent messages in these conversations, because a person is replying. Runs in the transaction of the person's reply.
 * A message already being sent is left alone.
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
