import type { EventRecord } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { isSetAside, setAsideReason } from "#platform/jobs/set-aside.ts";
import type { BroadcastRow } from "./broadcasts.queries.ts";
import type { Broadcast, BroadcastCounts, BroadcastStatus, Recipient } from "./broadcasts.schema.ts";
import { completionOf } from "./recipients/completion.ts";
import { showContent } from "./content/message-content.ts";
import type { RecipientRow } from "./recipients/recipients.queries.ts";

const time = (at: Date | null) => at?.toISOString() ?? null;

/** `perSecond`: what its channel may send; undefined: the channel was removed, or nothing is being sent. */
export function renderBroadcast(
  row: BroadcastRow,
  counts: BroadcastCounts,
  warnings: Broadcast["warnings"],
  perSecond: number | undefined,
  now: Date,
): Broadcast {
  return {
    id: wireId("brd", row.id),
    title: row.title,
    channelId: wireId("chn", row.channel_id),
    messageContent: showContent(row.content),
    targetAudience: row.audience as Broadcast["targetAudience"],
    status: row.status,
    pauseReason: row.pause_reason,
    error: row.error ?? setAsideReason(row.state),
    warnings,
    scheduledAt: time(row.scheduled_at),
    sendRatePerMinute: row.rate_per_minute,
    quietHours: row.quiet_hours,
    autoPause: row.auto_pause,
    counts,
    recipientsFrozenAt: time(row.frozen_at),
    estimatedCompletionAt: isSetAside(row.state) ? null : time(completionOf(row, counts, perSecond, now)),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    startedAt: time(row.started_at),
    completedAt: time(row.completed_at),
  };
}

export function renderRecipient(row: RecipientRow): Recipient {
  return {
    contactId: wireId("cnt", row.contact_id),
    name: row.name,
    phone: row.phone,
    status: row.status,
    reason: row.reason,
    messageId: row.message_id === null ? null : wireId("msg", row.message_id),
    conversationId: row.conversation_id === null ? null : wireId("conv", row.conversation_id),
    error: row.error === null ? null : { code: row.error.code, message: row.error.message },
    sentAt: time(row.sent_at),
    deliveredAt: time(row.delivered_at),
    readAt: time(row.read_at),
    repliedAt: time(row.replied_at),
    optedOutAt: time(row.opted_out_at),
  };
}

/** The event for a change of status. */
export function updatedEvent(ids: IdSource, row: BroadcastRow, previousStatus: BroadcastStatus | null): EventRecord {
  return {
    id: ids.uuid(),
    type: "broadcast.updated",
    channelId: row.channel_id,
    data: {
      broadcastId: wireId("brd", row.id),
      channelId: wireId("chn", row.channel_id),
      title: row.title,
      status: row.status,
      previousStatus,
      pauseReason: row.pause_reason,
      error: row.error,
    },
  };
}
