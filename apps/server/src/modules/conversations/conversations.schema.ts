import { type Static, Type } from "typebox";
import { ListOf, listQuery, Nullable, NullableText, NullableTimestamp, NullableWords, Timestamp, Words } from "#platform/http/schemas.ts";

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
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Conversation" },
);
export type Conversation = Static<typeof Conversation>;

const Label = Type.String({ minLength: 1, maxLength: 50 });
const Labels = (description: string) => Type.Array(Label, { maxItems: labelsMax, description });

export const UpdateConversation = Type.Object(
  {
    status: Type.Optional(Words([...conversationStatuses, "done"], { description: "done is another word for resolved" })),
    snoozedUntil: Type.Optional(Nullable(Type.String({ format: "date-time", description: "In the future: pending until then" }))),
    assigneeId: Type.Optional(NullableText({ maxLength: 100, description: "A member of the tenant: agt_… or usr_…; null: nobody" })),
    labels: Type.Optional(Labels("Replaces all labels")),
    addLabels: Type.Optional(Labels("Added to those there are")),
    removeLabels: Type.Optional(Labels("Taken from those there are")),
    priority: Type.Optional(Words(priorities)),
    subject: Type.Optional(NullableText({ minLength: 1, maxLength: 500 })),
  },
  { title: "UpdateConversation", description: "Fields left out stay as they are" },
);
export type UpdateConversation = Static<typeof UpdateConversation>;

export const CreateNote = Type.Object({ text: Type.String({ minLength: 1, maxLength: 65_536 }) }, { title: "CreateNote" });

export const ReadConversation = Type.Object(
  { ...Conversation.properties, customerTold: Type.Boolean({ description: "The platform took the read mark" }) },
  { title: "ReadConversation" },
);

export const Typing = Type.Object({ id: Type.String(), typing: Type.Literal(true) }, { title: "Typing" });

export const ConversationList = ListOf(Conversation);
export const ListConversationsQuery = listQuery({
  status: Type.Optional(
    Words([...conversationStatuses, "snoozed", "done"], { description: "snoozed: pending until a time; done: resolved" }),
  ),
  channelId: Type.Optional(Type.String({ maxLength: 100 })),
  contactId: Type.Optional(Type.String({ maxLength: 100 })),
  assigneeId: Type.Optional(Type.String({ maxLength: 100, description: "An agent, or none" })),
  label: Type.Optional(Label),
  priority: Type.Optional(Words(priorities)),
  unread: Type.Optional(Type.Boolean({ description: "true: with unread messages; false: without" })),
  sort: Words(["lastMessageAt", "createdAt"], {
    default: "lastMessageAt",
    description: "Newest first either way; createdAt sorts by id, which is the order of creation",
  }),
});
