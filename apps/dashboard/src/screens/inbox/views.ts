/** The views of the inbox: each is a name for filters of the API. */
import type { LucideIcon } from "lucide-react";
import { AlarmClock, AtSign, Bot, CircleDashed, Hourglass, Layers, UserRound } from "lucide-react";
import type { ConversationsCountsQuery } from "@parley/sdk";
import type { ConversationFilters } from "../../api/inbox/conversations.ts";
import type { PlainKey } from "../../i18n/catalogue.ts";

export interface BuiltInView {
  id: string;
  label: PlainKey;
  icon: LucideIcon;
  filters: ConversationFilters;
  /** Whether tabs select the status; otherwise the view determines it. */
  byStatus: boolean;
  /** Concerns the person themselves: absent while they act in a client. */
  isPersonal?: true;
}

export const builtInViews: readonly BuiltInView[] = [
  { id: "mine", label: "inbox.view.mine", icon: UserRound, filters: { assigneeId: "me" }, byStatus: true, isPersonal: true },
  { id: "unassigned", label: "inbox.view.unassigned", icon: CircleDashed, filters: { unassigned: true }, byStatus: true },
  { id: "all", label: "inbox.view.all", icon: Layers, filters: {}, byStatus: true },
  { id: "mentions", label: "inbox.view.mentions", icon: AtSign, filters: { mentioned: "me" }, byStatus: false, isPersonal: true },
  { id: "bot", label: "inbox.view.bot", icon: Bot, filters: { pendingReason: "bot" }, byStatus: false },
  { id: "snoozed", label: "inbox.view.snoozed", icon: AlarmClock, filters: { pendingReason: "snoozed" }, byStatus: false },
  { id: "closing", label: "inbox.view.closing", icon: Hourglass, filters: { windowExpiresWithinMinutes: 60 }, byStatus: false },
];

/** For people with nothing of their own here, without "mine" and "mentions". */
export const viewsFor = ({ user }: { user: object | null }): readonly BuiltInView[] =>
  builtInViews.filter(({ isPersonal }) => isPersonal !== true || user !== null);

export const statusTabs = ["open", "pending", "resolved"] as const;
export type StatusTab = (typeof statusTabs)[number];

export const conversationSorts = ["lastMessageAt", "waitingSince", "createdAt"] as const;
export const priorities = ["urgent", "high", "medium", "low"] as const;
export const pendingReasons = ["bot", "snoozed", "customer"] as const;

/** The inbox's search parameters, in the API's terms. */
export interface InboxSearch
  extends Pick<
    ConversationFilters,
    | "pendingReason"
    | "channelId"
    | "assigneeId"
    | "divisionId"
    | "priority"
    | "unread"
    | "handledBy"
    | "waitingMinutes"
    | "windowExpiresWithinMinutes"
    | "labels"
    | "sort"
  > {
  status?: StatusTab;
  label?: string;
}

/** Reads the URL's search parameters; invalid values are ignored. */
export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  const oneOf = <const Word extends string>(values: readonly Word[], value: unknown) => values.find((candidate) => candidate === value);
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  const minutes = (value: unknown) => (typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined);
  const read: InboxSearch & { [key in keyof InboxSearch]: unknown } = {
    status: oneOf(statusTabs, search["status"]),
    sort: oneOf(conversationSorts, search["sort"]),
    priority: oneOf(priorities, search["priority"]),
    pendingReason: oneOf(pendingReasons, search["pendingReason"]),
    handledBy: oneOf(["bot", "human"], search["handledBy"]),
    unread: typeof search["unread"] === "boolean" ? search["unread"] : undefined,
    waitingMinutes: minutes(search["waitingMinutes"]),
    windowExpiresWithinMinutes: minutes(search["windowExpiresWithinMinutes"]),
    ...{ label: text(search["label"]), labels: text(search["labels"]), channelId: text(search["channelId"]) },
    ...{ assigneeId: text(search["assigneeId"]), divisionId: text(search["divisionId"]) },
  } as InboxSearch;
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** The filters of a view's list. A view that is not built in is a saved one, given by its id, with its own filters and order. */
export function filtersOf(viewId: string, { status = "open", ...search }: InboxSearch): ConversationFilters {
  const view = builtInViews.find(({ id }) => id === viewId);
  if (view === undefined) return { view: viewId };
  const { assigneeId, ...others } = search;
  return {
    ...others,
    // Unassigned conversations cannot also be filtered by an assignee.
    ...(assigneeId === undefined || view.filters.unassigned === true ? {} : { assigneeId }),
    ...(view.byStatus ? { status } : {}),
    ...view.filters,
  };
}

/** The URL's filters in the format for the counts of its tabs; null: they cannot be counted with these. */
export function countedFilters({ status, sort, ...filters }: InboxSearch): ConversationsCountsQuery | null {
  const { unread, assigneeId, pendingReason, windowExpiresWithinMinutes, ...counted } = filters;
  const others = [unread, assigneeId, pendingReason, windowExpiresWithinMinutes];
  return others.every((value) => value === undefined) ? counted : null;
}
