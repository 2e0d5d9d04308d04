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

const tabs = {
  /** null: an API key is never an assignee. */
  mine: Nullable(ConversationCounts),
  unassigned: ConversationCounts,
  all: ConversationCounts,
};
const InboxTabs = Type.Object(tabs, { title: "InboxTabs" });
export type InboxTabs = Static<typeof InboxTabs>;

/** `closing` counts windows that close within this many minutes. */
export const closingMinutes = 60;

export const InboxCounts = Type.Object(
  {
    ...tabs,
    mentions: Nullable(ConversationCounts),
    bot: ConversationCounts,
    snoozed: ConversationCounts,
    closing: ConversationCounts,
    byStatus: Type.Object({ open: InboxTabs, pending: InboxTabs }, { description: "The tabs by status, whatever the status filter" }),
  },
  {
    title: "InboxCounts",
    description: `Unresolved conversations: mentions (a note mentions the calling member), bot (pendingReason bot), snoozed, closing (windowExpiresWithinMinutes ${closingMinutes})`,
  },
);
export type InboxCounts = Static<typeof InboxCounts>;

const { status, channelId, contactId, divisionId, priority, handledBy, waitingSince, waitingMinutes, label, labels } =
  ListConversationsQuery.properties;

export const InboxCountsQuery = Type.Object({
  ...{ status, channelId, contactId, divisionId, priority, handledBy, waitingSince, waitingMinutes, label, labels },
});
