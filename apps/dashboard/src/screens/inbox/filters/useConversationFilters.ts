import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { CreateView } from "@parley/sdk";
import { agents, channels, divisions, labels } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import type { Filter } from "../../../parts/filters/filter.ts";
import { pendingReasons, priorities } from "../views.ts";

export type ViewFilters = CreateView["filters"];
export type FilterId =
  | ("status" | "pendingReason" | "channelId" | "assigneeId" | "divisionId" | "priority")
  | ("unread" | "handledBy" | "waitingMinutes" | "windowExpiresWithinMinutes" | "labels" | "mentioned");

const waitingMinutes = [5, 15, 60, 240, 1_440];
const windowMinutes = [15, 60, 240, 720];
const minuteMs = 60_000;

/** A selected value in the API's type, from a URL or a view. */
export function typedValue(id: FilterId, value: string | undefined): string | number | boolean | undefined {
  if (value === undefined) return undefined;
  if (id === "unread") return value === "true";
  return id === "waitingMinutes" || id === "windowExpiresWithinMinutes" ? Number(value) : value;
}

/** All filters of conversations, wherever their values are stored: the URL, or a view that is being edited. */
export function useConversationFilters(
  read: (id: FilterId) => unknown,
  change: (id: FilterId, value: string | undefined) => void,
  leaveOut: readonly FilterId[] = [],
): Filter[] {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: agentList } = useQuery({ ...agents.listQuery(), throwOnError: false });
  const { data: divisionList } = useQuery({ ...divisions.listQuery(), throwOnError: false });
  const { data: channelList } = useQuery({ ...channels.listQuery(), enabled: can(me, "channels:read"), throwOnError: false });
  const { data: labelList } = useQuery({ ...labels.listQuery(), throwOnError: false });
  const named = (items: readonly { id: string; name: string }[] = []) => items.map(({ id, name }) => ({ id, name }));
  const times = (minutes: readonly number[], key: "inboxFilter.waiting.value" | "inboxFilter.window.value") =>
    minutes.map((each) => ({ id: String(each), name: t(key, { time: format.duration(each * minuteMs) }) }));
  const all: (Pick<Filter, "name" | "options" | "many"> & { id: FilterId })[] = [
    {
      ...{ id: "status", name: t("inbox.status") },
      options: [
        ...(["open", "pending", "resolved"] as const).map((id) => ({ id, name: t(`inbox.status.${id}`) })),
        { id: "snoozed", name: t("inboxFilter.status.snoozed") },
      ],
    },
    { id: "channelId", name: t("inboxFilter.channel"), options: named(channelList?.items) },
    {
      ...{ id: "assigneeId", name: t("inbox.assignee") },
      options: [{ id: "me", name: t("inboxFilter.me") }, { id: "none", name: t("inbox.nobody") }, ...named(agentList?.items)],
    },
    { id: "divisionId", name: t("inbox.division"), options: [{ id: "none", name: t("common.none") }, ...named(divisionList?.items)] },
    {
      ...{ id: "labels", name: t("inbox.labels"), many: true },
      // A comma separates names, so a label whose name contains one is given by its id.
      options: (labelList?.items ?? []).map(({ id, name }) => ({ id: name.includes(",") ? id : name, name })),
    },
    { id: "priority", name: t("inbox.priority"), options: priorities.map((id) => ({ id, name: t(`priority.${id}`) })) },
    {
      ...{ id: "unread", name: t("inboxFilter.unread") },
      options: (["true", "false"] as const).map((id) => ({ id, name: t(`inboxFilter.unread.${id}`) })),
    },
    {
      ...{ id: "handledBy", name: t("inboxFilter.handledBy") },
      options: (["bot", "human"] as const).map((id) => ({ id, name: t(`inboxFilter.handledBy.${id}`) })),
    },
    {
      ...{ id: "pendingReason", name: t("inboxFilter.pendingReason") },
      options: pendingReasons.map((id) => ({ id, name: t(`inboxFilter.pendingReason.${id}`) })),
    },
    { id: "waitingMinutes", name: t("inboxFilter.waiting"), options: times(waitingMinutes, "inboxFilter.waiting.value") },
    { id: "windowExpiresWithinMinutes", name: t("inboxFilter.window"), options: times(windowMinutes, "inboxFilter.window.value") },
    { id: "mentioned", name: t("inboxFilter.mentioned"), options: [{ id: "me", name: t("inboxFilter.me") }] },
  ];
  return all
    .filter(({ id }) => !leaveOut.includes(id))
    .map((each) => {
      const value = read(each.id);
      return { ...each, value: value === undefined ? undefined : String(value), onChange: (next) => change(each.id, next) };
    });
}
