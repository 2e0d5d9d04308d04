import { Type } from "typebox";
import { MessageMedia } from "#modules/channels/media/index.ts";
import type { EventType } from "#platform/events/types.ts";
import { Nullable, NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { authorKinds, MessageError, messageStatuses, messageTypes } from "./messages.schema.ts";
import { MessageReaction, shownContent as content } from "./checking/outbound-content.ts";

const place = { channelId: Type.String(), conversationId: Type.String(), contactId: Type.String() };

export const messageEvents: EventType[] = [
  {
    type: "message.received",
    summary: "A customer's message was received and stored",
    data: Type.Object({
      ...place,
      message: Type.Object({
        id: Type.String(),
        externalId: NullableText(),
        from: NullableText(),
        to: NullableText(),
        type: StringEnum(messageTypes),
        text: NullableText(),
        content,
        media: Type.Array(MessageMedia),
        occurredAt: Timestamp,
      }),
    }),
  },
  {
    type: "message.sent",
    summary: "An outbound message was accepted for sending, or was typed in the platform's own app; message.status reports its progress",
    data: Type.Object({
      ...place,
      message: Type.Object({
        id: Type.String(),
        to: NullableText(),
        type: StringEnum(messageTypes),
        text: NullableText(),
        content,
        // For what is sent through this API: by a member, an application, a chatbot, a flow or a broadcast.
        status: Type.Optional(StringEnum(messageStatuses)),
        clientReference: Type.Optional(NullableText()),
        author: Type.Optional(Type.Object({ kind: StringEnum(authorKinds), id: NullableText() })),
        createdAt: Type.Optional(Timestamp),
        // For what the platform reports: typed in its own app, or a call that we made.
        externalId: Type.Optional(NullableText()),
        from: Type.Optional(NullableText()),
        media: Type.Optional(Type.Array(MessageMedia)),
        occurredAt: Type.Optional(Timestamp),
      }),
    }),
  },
  {
    type: "message.status",
    summary: "An outbound message's status moved forward: sent, delivered, read, failed or unknown",
    data: Type.Object({
      ...place,
      broadcastId: NullableText(),
      message: Type.Object({ id: Type.String(), externalId: NullableText(), clientReference: NullableText() }),
      status: StringEnum(messageStatuses),
      previousStatus: StringEnum(messageStatuses),
      occurredAt: Timestamp,
      error: Nullable(MessageError),
    }),
  },
  {
    type: "message.updated",
    summary: "A message was edited or deleted on the platform, or a customer reacted to it; the event carries its current state",
    data: Type.Object({
      ...place,
      message: Type.Object({
        id: Type.String(),
        externalId: NullableText(),
        text: NullableText(),
        content,
        reactions: Type.Array(MessageReaction),
        editedAt: Nullable(Timestamp),
        deletedAt: Nullable(Timestamp),
      }),
      change: StringEnum(["edited", "deleted", "reaction"]),
      occurredAt: Timestamp,
    }),
  },
];
