import type { MessageDeletedEvent, MessageEditedEvent, ReactionEvent } from "@parley/connector-kit";
import { removeMediaOfMessage } from "#modules/channels/media/index.ts";
import { refreshSearch } from "#modules/inbox/search/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { appendEvents, type EventRecord } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { type ChangedMessage, deleteMessage, editMessage, lockMessage, setReactions, showInInbox } from "./callbacks.changes.queries.ts";
import { shownReactions, withReaction } from "./reactions.ts";

type MessageChange = ReactionEvent | MessageEditedEvent | MessageDeletedEvent;

/**
 * Applies a change made at the platform to a stored message, and emits `message.updated` once, however often the
 * platform reports it. False: the message is not stored (yet).
 */
export async function applyMessageChange(tx: Tx, ids: IdSource, now: Date, channelId: string, event: MessageChange): Promise<boolean> {
  // Media are locked before the message, as when fetched media are stored.
  if (event.kind === "deleted") await removeMediaOfMessage(tx, now, channelId, event.targetExternalId);
  const message = await lockMessage(tx, channelId, event.targetExternalId, event.kind !== "reaction");
  if (message === null) return false;
  const changed = await change(tx, channelId, message, event);
  if (changed === null) return true;
  const place = { channelId, conversationId: changed.conversation_id };
  const shownPlace = {
    channelId: wireId("chn", channelId),
    conversationId: wireId("conv", changed.conversation_id),
    contactId: wireId("cnt", changed.contact_id),
  };
  const events: EventRecord[] = [
    {
      id: ids.uuid(),
      type: "message.updated",
      ...place,
      data: {
        ...shownPlace,
        message: {
          id: wireId("msg", changed.id),
          externalId: event.targetExternalId,
          text: changed.text,
          content: changed.content,
          reactions: shownReactions(changed.reactions),
          editedAt: changed.edited_at?.toISOString() ?? null,
          deletedAt: changed.deleted_at?.toISOString() ?? null,
        },
        change: event.kind,
        occurredAt: event.occurredAt,
      },
    },
  ];
  const unread = event.kind === "reaction" ? null : await showInInbox(tx, changed);
  if (unread !== null && unread.from !== unread.to) {
    const data = { ...shownPlace, changes: { unreadCount: unread } };
    events.push({ id: ids.uuid(), type: "conversation.updated", ...place, data });
  }
  await appendEvents(tx, now, events);
  return true;
}

/** The message with the change; null: it looks the same as before. */
async function change(tx: Tx, channelId: string, message: ChangedMessage, event: MessageChange): Promise<ChangedMessage | null> {
  switch (event.kind) {
    case "reaction": {
      const from = event.person.address ?? event.person.providerUserId ?? null;
      const { emoji, removed, keepsOthers } = event;
      const next = withReaction(message.reactions, {
        from,
        emoji,
        at: event.occurredAt,
        ...(removed === undefined ? {} : { removed }),
        ...(keepsOthers ? { keepsOthers } : {}),
      });
      if (next === null) return null;
      await setReactions(tx, message.id, next.reactions);
      return next.shows && message.deleted_at === null ? { ...message, reactions: next.reactions } : null;
    }
    case "edited": {
      const edited = await editMessage(tx, message.id, event);
      if (edited !== null) await refreshSearch(tx, channelId, event.targetExternalId);
      return edited;
    }
    case "deleted": {
      const deleted = await deleteMessage(tx, message.id, event.occurredAt);
      if (deleted !== null) await refreshSearch(tx, channelId, event.targetExternalId);
      return deleted;
    }
  }
}
