import { type Static, Type } from "typebox";
import { LabelReference } from "#modules/inbox/labels/index.ts";
import { authorKinds, MessageError, messageStatuses, messageTypes } from "#modules/inbox/messages/index.ts";
import { ServiceLevel } from "#modules/service/sla-policies/index.ts";
import { extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, Nullable, NullableText, NullableTimestamp, NullableEnum, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const conversationStatuses = ["open", "pending", "resolved"] as const;
export const pendingReasons = ["bot", "snoozed", "customer"] as const;
export const priorities = ["low", "medium", "high", "urgent"] as const;
export const labelsMax = 50;

/** Enough of a contact to show a list row without a further request. */
export const ConversationContact = Type.Object(
  {
    id: Type.String(),
    name: NullableText({ description: "The contact's name, or else the person's profile name or user name on the channel" }),
    phone: NullableText({ description: "E.164; null when the platform hides it" }),
    language: NullableText({ description: "BCP 47 language tag" }),
    country: NullableText({ description: "ISO 3166-1, two letters" }),
    timezone: NullableText({ description: "IANA" }),
    blockedAt: NullableTimestamp(),
  },
  { title: "ConversationContact", description: "Without the scope contacts:read, everything but the id is null" },
);

export const LastMessage = Type.Object(
  {
    id: Type.String(),
    direction: StringEnum(["inbound", "outbound"]),
    type: StringEnum(messageTypes),
    preview: Type.String({ description: "The beginning of its text; empty when it has none, or was deleted" }),
    status: StringEnum(messageStatuses),
    author: Type.Object({ kind: StringEnum(authorKinds), id: NullableText() }),
    error: Nullable(MessageError),
    at: Type.Unsafe<string>({ ...Timestamp, description: "When it was written" }),
    deletedAt: NullableTimestamp({ description: "When the customer deleted it" }),
  },
  { title: "LastMessage" },
);

export const Conversation = Type.Object(
  {
    id: Type.String(),
    channelId: Type.String(),
    channelKind: Type.String(),
    contactId: Type.String(),
    contact: ConversationContact,
    status: StringEnum(conversationStatuses),
    pendingReason: NullableEnum(pendingReasons, {
      description: "Why it is pending: a chatbot is answering, it is snoozed, or the customer has to answer",
    }),
    snoozedUntil: NullableTimestamp(),
    assigneeId: NullableText({ description: "The assigned agent" }),
    divisionId: NullableText({ description: "The conversation's division" }),
    labels: Type.Array(Type.String()),
    priority: StringEnum(priorities),
    subject: NullableText(),
    lastMessage: Nullable(LastMessage),
    lastMessageAt: Timestamp,
    unreadCount: Type.Integer(),
    waitingSince: NullableTimestamp({ description: "Since when the customer has been waiting for an answer" }),
    firstRepliedAt: NullableTimestamp(),
    resolvedAt: NullableTimestamp(),
    resolvedBy: NullableText(),
    windowExpiresAt: NullableTimestamp({ description: "Until when free text can be sent" }),
    handledBy: StringEnum(["bot", "human"]),
    sla: ServiceLevel,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Conversation" },
);
export type Conversation = Static<typeof Conversation>;

const Labels = (description: string) => Type.Array(LabelReference, { maxItems: labelsMax, description });

export const UpdateConversation = Type.Object(
  {
    status: Type.Optional(StringEnum([...conversationStatuses, "done"], { description: "done is an alias of resolved" })),
    snoozedUntil: Type.Optional(Nullable(Type.String({ format: "date-time", description: "In the future: pending until then" }))),
    assigneeId: Type.Optional(NullableText({ maxLength: 100, description: "A member of the tenant: agt_… or usr_…; null: unassigned" })),
    divisionId: Type.Optional(NullableText({ maxLength: 100, description: "A division; null: none" })),
    labels: Type.Optional(Labels("Replaces all labels; a new name creates a label")),
    addLabels: Type.Optional(Labels("Labels to add")),
    removeLabels: Type.Optional(Labels("Labels to remove")),
    priority: Type.Optional(StringEnum(priorities)),
    subject: Type.Optional(NullableText({ minLength: 1, maxLength: 500 })),
  },
  { title: "UpdateConversation", description: "Omitted fields keep their values" },
);
export type UpdateConversation = Static<typeof UpdateConversation>;

export const mentionsMax = 20;

export const CreateNote = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 65_536 }),
    mentions: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), { maxItems: mentionsMax, description: "Members to notify: agt_… or usr_…" }),
    ),
  },
  { title: "CreateNote" },
);
export type CreateNote = Static<typeof CreateNote>;

export const ReadConversation = extending(
  Conversation,
  { customerTold: Type.Boolean({ description: "Whether the platform accepted the read receipt" }) },
  { title: "ReadConversation" },
);

export const Typing = Type.Object({ id: Type.String(), typing: Type.Literal(true) }, { title: "Typing" });

export const ConversationList = ListOf(Conversation);

export const bulkMax = 100;

const { assigneeId, divisionId, addLabels, removeLabels, priority, status, snoozedUntil } = UpdateConversation.properties;

export const BulkUpdate = Type.Object(
  {
    ids: Type.Array(Type.String({ maxLength: 100 }), {
      minItems: 1,
      maxItems: bulkMax,
      description: "Conversations; duplicate ids are processed once",
    }),
    status,
    snoozedUntil,
    assigneeId,
    divisionId,
    addLabels,
    removeLabels,
    priority,
    read: Type.Optional(Type.Boolean({ description: "true: marks as read; false: marks as unread. The platform is not notified" })),
  },
  { title: "BulkUpdate", description: "At least one change besides ids" },
);
export type BulkUpdate = Static<typeof BulkUpdate>;

export const BulkResult = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        id: Type.String(),
        ok: Type.Boolean(),
        conversation: Nullable(Conversation),
        error: Nullable(
          Type.Object({
            code: Type.String({ description: "An error code of this API" }),
            message: Type.String(),
            details: Type.Optional(
              Type.Array(Type.Object({ field: Type.String(), issue: Type.String(), id: Type.Optional(Type.String()) })),
            ),
          }),
        ),
      }),
      { description: "In the order of ids; a refused item has not changed" },
    ),
    succeeded: Type.Integer(),
    failed: Type.Integer(),
  },
  { title: "BulkResult" },
);
export type BulkResult = Static<typeof BulkResult>;
