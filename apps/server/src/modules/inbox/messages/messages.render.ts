import { wireId } from "#platform/ids/ids.ts";
import type { MessageMedia } from "#modules/channels/media/index.ts";
import type { Message } from "./messages.schema.ts";
import type { MessageRow } from "./messages.queries.ts";

/** A stored message as on the wire. */
export function renderMessage(row: MessageRow): Message {
  return {
    id: wireId("msg", row.id),
    conversationId: wireId("conv", row.conversation_id),
    channelId: wireId("chn", row.channel_id),
    contactId: wireId("cnt", row.contact_id),
    direction: row.direction,
    type: row.type as Message["type"],
    from: row.from_address,
    to: row.to_address,
    text: row.text,
    content: row.content,
    // Media stored before media had rows of their own are references to the platform that nobody can open.
    media: row.media.filter((media): media is MessageMedia => media["status"] !== undefined),
    replyToId: row.reply_to_id === null ? null : wireId("msg", row.reply_to_id),
    // Without an emoji: removed.
    reactions: row.reactions.filter((reaction) => typeof reaction["emoji"] === "string"),
    status: row.status as Message["status"],
    statusAt: {
      sent: time(row.sent_at),
      delivered: time(row.delivered_at),
      read: time(row.read_at),
      failed: time(row.failed_at),
    },
    error: row.error as Message["error"],
    externalId: row.external_id,
    clientReference: row.client_reference,
    author: { kind: row.author_kind as Message["author"]["kind"], id: row.author_id },
    isNote: row.is_note,
    mentions: (row.mentions ?? []).map((userId) => wireId("agt", userId)),
    editedAt: time(row.edited_at),
    deletedAt: time(row.deleted_at),
    occurredAt: row.occurred_at.toISOString(),
    createdAt: row.created_at.toISOString(),
  };
}

function time(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
