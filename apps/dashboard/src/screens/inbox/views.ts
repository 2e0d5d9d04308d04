/** The views of the inbox: each a name for filters of the API. */
import type { LucideIcon } from "lucide-react";
import { AlarmClock, AtSign, Bot, CircleDashed, Hourglass, Layers, UserRound } from "lucide-react";
import type { ConversationFilters } from "../../api/conversations.ts";
import type { PlainKey } from "../../i18n/catalogue.ts";

export interface BuiltInView {
  id: string;
  label: PlainKey;
  icon: LucideIcon;
  filters: ConversationFilters;
  /** Whether the status is chosen by tabs; else the view has its own. */
  byStatus: boolean;
}

export const builtInViews: readonly BuiltInView[] = [
  { id: "mine", label: "inbox.view.mine", icon: UserRound, filters: { assigneeId: "me" }, byStatus: true },
  { id: "unassigned", label: "inbox.view.unassigned", icon: CircleDashed, filters: { unassigned: true }, byStatus: true },
  { id: "all", label: "inbox.view.all", icon: Layers, filters: {}, byStatus: true },
  { id: "mentions", label: "inbox.view.mentions", icon: AtSign, filters: { mentioned: "me" }, byStatus: false },
  { id: "bot", label: "inbox.view.bot", icon: Bot, filters: { pendingReason: "bot" }, byStatus: false },
  { id: "snoozed", label: "inbox.view.snoozed", icon: AlarmClock, filters: { pendingReason: "snoozed" }, byStatus: false },
  { id: "closing", label: "inbox.view.closing", icon: Hourglass, filters: { windowExpiresWithinMinutes: 60 }, byStatus: false },
];

export const statusTabs = ["open", "pending", "resolved"] as const;
export type StatusTab = (typeof statusTabs)[number];

/** Search parameters of the inbox: the API's own words. */
export interface InboxSearch {
  status?: StatusTab;
  label?: string;
  channelId?: string;
  priority?: "low" | "medium" | "high" | "urgent";
  unread?: boolean;
  sort?: "lastMessageAt" | "createdAt" | "waitingSince";
}

const sorts = ["lastMessageAt", "createdAt", "waitingSince"] as const;
const priorities = ["low", "medium", "high", "urgent"] as const;

/** What an address says; what it cannot say is left out. */
export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  const oneOf = <const Word extends string>(words: readonly Word[], value: unknown) => words.find((word) => word === value);
  const status = oneOf(statusTabs, search["status"]);
  const sort = oneOf(sorts, search["sort"]);
  const priority = oneOf(priorities, search["priority"]);
  const { label, channelId, unread } = search;
  return {
    ...(status === undefined ? {} : { status }),
    ...(sort === undefined ? {} : { sort }),
    ...(priority === undefined ? {} : { priority }),
    ...(typeof label === "string" && label !== "" ? { label } : {}),
    ...(typeof channelId === "string" && channelId !== "" ? { channelId } : {}),
    ...(typeof unread === "boolean" ? { unread } : {}),
  };
}

/** What the list of a view asks the server for. A view that is not built in is a saved one, by its id. */
export function filtersOf(viewId: string, { status = "open", label, ...search }: InboxSearch): ConversationFilters {
  const view = builtInViews.find(({ id }) => id === viewId);
  if (view === undefined) return { view: viewId };
  return {
    ...view.filters,
    ...(view.byStatus ? { status } : {}),
    ...(label === undefined ? {} : { label }),
    ...search,
  };
}
