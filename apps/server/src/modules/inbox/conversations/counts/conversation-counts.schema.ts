import { type Static, Type } from "typebox";
import { Nullable } from "#platform/http/schemas.ts";
import { ListConversationsQuery } from "../filters/conversation-filters.schema.ts";

const BoundedCount = (description: string) =>
  Type.Object(
    { count: Type.Integer(), more: Type.Boolean({ description: "true: there may be more than count; 5,000 conversations were checked" }) },
    { description },
  );

export const ConversationCounts = Type.Object(
  {
    conversations: BoundedCount("All in this tab"),
    unread: BoundedCount("Those with unread messages"),
  },
  { title: "ConversationCounts" },
);
export type ConversationCounts = Static<typeof ConversationCounts>;

export const InboxCounts = Type.Object(
  {
    /** null: an API key is never an assignee. */
    mine: Nullable(ConversationCounts),
    unassigned: ConversationCounts,
    all: ConversationCounts,
  },
  { title: "InboxCounts" },
);
export type InboxCounts = Static<typeof InboxCounts>;

const { status, channelId, contactId, divisionId, priority, handledBy, waitingSince, waitingMinutes, label, labels } =
  ListConversationsQuery.properties;

export const InboxCountsQuery = Type.Object({
  ...{ status, channelId, contactId, divisionId, priority, handledBy, waitingSince, waitingMinutes, label, labels },
});
