import { type Static, Type } from "typebox";
import { LabelWord } from "#modules/labels/index.ts";
import { ServiceLevel } from "#modules/sla-policies/index.ts";
import { ListOf, Nullable, NullableText, NullableTimestamp, NullableWords, Timestamp, Words } from "#platform/http/schemas.ts";

export const conversationStatuses = ["open", "pending", "resolved"] as const;
export const pendingReasons = ["bot", "snoozed", "customer"] as const;
export const priorities = ["low", "medium", "high", "urgent"] as const;
export const labelsMax = 50;

export const Conversation = Type.Object(
  {
    id: Type.String(),
    channelId: Type.String(),
    channelKind: Type.String(),
    contactId: Type.String(),
    status: Words(conversationStatuses),
    pendingReason: NullableWords(pendingReasons, {
      description: "Why it is pending: a chatbot answers, it is snoozed, or the customer must answer",
    }),
    snoozedUntil: NullableTimestamp(),
    assigneeId: NullableText({ description: "The agent it is assigned to" }),
    divisionId: NullableText({ description: "The division it belongs to" }),
    labels: Type.Array(Type.String()),
    priority: Words(priorities),
    subject: NullableText(),
    lastMessage: Nullable(
      Type.Object({ id: Type.String(), direction: Words(["inbound", "outbound"]), type: Type.String(), preview: Type.String() }),
    ),
    lastMessageAt: Timestamp,
    unreadCount: Type.Integer(),
    waitingSince: NullableTimestamp({ description: "Since when the customer waits for an answer" }),
    firstRepliedAt: NullableTimestamp(),
    resolvedAt: NullableTimestamp(),
    resolvedBy: NullableText(),
    windowExpiresAt: NullableTimestamp({ description: "Until when free text may be sent" }),
    handledBy: Words(["bot", "human"]),
    sla: ServiceLevel,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Conversation" },
);
export type Conversation = Static<typeof Conversation>;

const Labels = (description: string) => Type.Array(LabelWord, { maxItems: labelsMax, description });

export const UpdateConversation = Type.Object(
  {
    status: Type.Optional(Words([...conversationStatuses, "done"], { description: "done is another word for resolved" })),
    snoozedUntil: Type.Optional(Nullable(Type.String({ format: "date-time", description: "In the future: pending until then" }))),
    assigneeId: Type.Optional(NullableText({ maxLength: 100, description: "A member of the tenant: agt_… or usr_…; null: nobody" })),
    divisionId: Type.Optional(NullableText({ maxLength: 100, description: "A division; null: none" })),
    labels: Type.Optional(Labels("Replaces all labels; a name that no label has yet makes one")),
    addLabels: Type.Optional(Labels("Added to those there are")),
    removeLabels: Type.Optional(Labels("Taken from those there are")),
    priority: Type.Optional(Words(priorities)),
    subject: Type.Optional(NullableText({ minLength: 1, maxLength: 500 })),
  },
  { title: "UpdateConversation", description: "Fields left out stay as they are" },
);
export type UpdateConversation = Static<typeof UpdateConversation>;

export const mentionsMax = 20;

export const CreateNote = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 65_536 }),
    mentions: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), { maxItems: mentionsMax, description: "Members to be notified: agt_… or usr_…" }),
    ),
  },
  { title: "CreateNote" },
);
export type CreateNote = Static<typeof CreateNote>;

export const ReadConversation = Type.Object(
  { ...Conversation.properties, customerTold: Type.Boolean({ description: "The platform took the read mark" }) },
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
      description: "Conversations; one named twice is changed once",
    }),
    status,
    snoozedUntil,
    assigneeId,
    divisionId,
    addLabels,
    removeLabels,
    priority,
    read: Type.Optional(Type.Boolean({ description: "true: marks as read; false: as unread. The platform is told neither" })),
  },
  { title: "BulkUpdate", description: "At least one change beside ids" },
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
            code: Type.String({ description: "One of our error codes" }),
            message: Type.String(),
            details: Type.Optional(
              Type.Array(Type.Object({ field: Type.String(), issue: Type.String(), id: Type.Optional(Type.String()) })),
            ),
          }),
        ),
      }),
      { description: "In the order of ids; of one that was refused nothing has changed" },
    ),
    succeeded: Type.Integer(),
    failed: Type.Integer(),
  },
  { title: "BulkResult" },
);
export type BulkResult = Static<typeof BulkResult>;
