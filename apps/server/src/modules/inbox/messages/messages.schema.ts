import { type Static, Type } from "typebox";
import { MessageMedia } from "#modules/channels/media/index.ts";
import { documentedAs } from "#platform/http/openapi/schemas.ts";
import { IdList } from "#platform/http/reading/id-list.ts";
import { ListOf, listQuery, Nullable, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { contentRules, MessageReaction, messageVariants, shownContent } from "./checking/outbound-content.ts";

export const messageTypes = [
  "text",
  "template",
  "image",
  "video",
  "audio",
  "document",
  "sticker",
  "location",
  "contact",
  "interactive",
  "reaction",
  "system",
  "unsupported",
] as const;

export const messageStatuses = ["received", "queued", "sending", "sent", "delivered", "read", "failed", "cancelled", "unknown"] as const;

export const authorKinds = ["contact", "member", "api", "chatbot", "flow", "broadcast", "platform"] as const;

export const MessageError = Type.Object(
  {
    code: Type.String({ description: "An error code of this API" }),
    providerCode: NullableText({ description: "The platform's own error code" }),
    message: Type.String(),
    retryable: Type.Boolean(),
  },
  { title: "MessageError" },
);

export const Message = Type.Object(
  {
    id: Type.String(),
    conversationId: Type.String(),
    channelId: Type.String(),
    contactId: Type.String(),
    direction: StringEnum(["inbound", "outbound"]),
    type: StringEnum(messageTypes),
    from: NullableText(),
    to: NullableText(),
    text: NullableText(),
    content: shownContent,
    media: Type.Array(MessageMedia),
    replyToId: NullableText(),
    reactions: Type.Array(
      documentedAs(Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }), MessageReaction),
    ),
    status: StringEnum(messageStatuses, {
      description:
        "Outbound statuses only move forward. unknown: the call to the platform was interrupted; the message is never resent automatically",
    }),
    statusAt: Type.Object({
      sent: NullableTimestamp(),
      delivered: NullableTimestamp(),
      read: NullableTimestamp(),
      failed: NullableTimestamp(),
    }),
    error: Nullable(MessageError),
    externalId: NullableText({ description: "The platform's id" }),
    clientReference: NullableText(),
    author: Type.Object({ kind: StringEnum(authorKinds), id: NullableText() }),
    isNote: Type.Boolean(),
    mentions: Type.Array(Type.String(), { description: "Members mentioned in a note" }),
    editedAt: NullableTimestamp(),
    deletedAt: NullableTimestamp(),
    occurredAt: Timestamp,
    createdAt: Timestamp,
  },
  { title: "Message" },
);

export type Message = Static<typeof Message>;

export const MessageList = ListOf(Message);

const ReadSendMessage = Type.Object(
  {
    channelId: Type.String({ minLength: 1, maxLength: 100 }),
    to: Type.String({ minLength: 1, maxLength: 200, description: "Recipient: digits in international format on a chat-app channel" }),
    type: StringEnum(messageTypes),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 65_536,
        description:
          "For type text; for type interactive, the text above the buttons. Not only whitespace. For a template, its own text applies: the message then shows its body, filled in",
      }),
    ),
    content: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: "object",
        description: "Its fields depend on type: see this schema's rules, one per type",
        additionalProperties: true,
      }),
    ),
    replyToId: Type.Optional(Type.String({ maxLength: 100, description: "Quotes an earlier message of the conversation" })),
    humanAgent: Type.Optional(
      Type.Boolean({
        description:
          "A person wrote this reply: it takes the conversation from a chatbot, is sent before automatic messages and, on channels with a human-agent tag, can also be sent after the ordinary window. Never set it for software.",
      }),
    ),
    clientReference: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: "Your own reference; returned in message.status" }),
    ),
  },
  { title: "SendMessage", allOf: contentRules },
);

/** This schema is for reading; the API document lists the types separately. */
export const SendMessage = documentedAs(ReadSendMessage, () => messageVariants(ReadSendMessage.properties));

export type SendMessage = Static<typeof SendMessage>;

export const ListMessagesQuery = listQuery(
  {
    channelId: Type.Optional(Type.String()),
    contactId: Type.Optional(Type.String()),
    direction: Type.Optional(StringEnum(["inbound", "outbound"])),
    status: Type.Optional(StringEnum(messageStatuses)),
    clientReference: Type.Optional(Type.String({ maxLength: 255 })),
  },
  { default: 50, max: 200 },
);

export const ListConversationMessagesQuery = listQuery({ ids: IdList("messages") }, { default: 50, max: 200 });
