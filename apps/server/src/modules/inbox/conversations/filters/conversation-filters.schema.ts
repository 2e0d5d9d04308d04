import { type Static, Type } from "typebox";
import { LabelReference } from "#modules/inbox/labels/index.ts";
import { IdList } from "#platform/http/reading/id-list.ts";
import { listQuery, StringEnum } from "#platform/http/schemas.ts";
import { conversationSorts } from "./conversation-list.queries.ts";
import { conversationStatuses, pendingReasons, priorities } from "../conversations.schema.ts";

const filterLabelsMax = 10;

/** The filters that lists and views share. */
const common = {
  status: Type.Optional(
    StringEnum([...conversationStatuses, "snoozed", "done"], { description: "snoozed: pending until a set time; done: resolved" }),
  ),
  pendingReason: Type.Optional(StringEnum(pendingReasons, { description: "Pending, for this reason" })),
  channelId: Type.Optional(Type.String({ maxLength: 100 })),
  contactId: Type.Optional(Type.String({ maxLength: 100 })),
  assigneeId: Type.Optional(Type.String({ maxLength: 100, description: "An agent's id; none: unassigned; me: the calling member" })),
  unassigned: Type.Optional(Type.Boolean({ description: "true: unassigned; false: assigned" })),
  divisionId: Type.Optional(Type.String({ maxLength: 100, description: "A division, without its child divisions; none: in no division" })),
  priority: Type.Optional(StringEnum(priorities)),
  unread: Type.Optional(Type.Boolean({ description: "true: with unread messages; false: without" })),
  handledBy: Type.Optional(StringEnum(["bot", "human"])),
  waitingSince: Type.Optional(
    Type.String({ format: "date-time", description: "The customer has been waiting for an answer since this time or longer" }),
  ),
  waitingMinutes: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 525_600, description: "The customer has been waiting for an answer at least this long" }),
  ),
  mentioned: Type.Optional(StringEnum(["me"], { description: "Unresolved, with a note that mentions the calling member" })),
  windowExpiresWithinMinutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_080,
      description: "Unresolved; its customer service window is open and closes within this time",
    }),
  ),
};

export const ConversationFilters = Type.Object(
  {
    ...common,
    labels: Type.Optional(Type.Array(LabelReference, { minItems: 1, maxItems: filterLabelsMax, description: "Has any of these labels" })),
    allLabels: Type.Optional(
      Type.Array(LabelReference, { minItems: 1, maxItems: filterLabelsMax, description: "Has all of these labels" }),
    ),
  },
  { title: "ConversationFilters", description: "A conversation must match all given filters" },
);
export type ConversationFilters = Static<typeof ConversationFilters>;

/** As a view shows its filters: without deleted labels, possibly without any. */
export const ShownFilters = Type.Object(
  {
    ...common,
    labels: Type.Optional(
      Type.Array(LabelReference, { maxItems: filterLabelsMax, description: "Any of these labels; empty: all of them were deleted" }),
    ),
    allLabels: Type.Optional(
      Type.Array(LabelReference, { maxItems: filterLabelsMax, description: "All of these labels; deleted ones are left out" }),
    ),
  },
  { title: "ShownFilters", description: "All given conditions must hold for a conversation" },
);
export type StoredFilters = Omit<ConversationFilters, "labels" | "allLabels"> & { labelIds?: string[]; allLabelIds?: string[] };

export const Sort = StringEnum(conversationSorts, {
  default: "lastMessageAt",
  description:
    "lastMessageAt, createdAt: newest first; createdAt sorts by id, which is the order of creation. waitingSince: longest wait first, only conversations that wait",
});

export const ListConversationsQuery = listQuery({
  ...common,
  ids: IdList("conversations"),
  label: Type.Optional(
    Type.Unsafe<string | string[]>({
      type: ["string", "array"],
      minLength: 1,
      maxLength: 50,
      items: LabelReference,
      minItems: 1,
      maxItems: filterLabelsMax,
      description: `Has this label; when repeated (\`label=vip&label=refund\`, up to ${filterLabelsMax} times), has all of them`,
    }),
  ),
  labels: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 520,
      description: `Has any of these labels: up to ${filterLabelsMax} names, separated by commas`,
    }),
  ),
  sort: Sort,
});
export { filterLabelsMax };
