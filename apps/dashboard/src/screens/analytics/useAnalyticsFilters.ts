import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { agents, channels, divisions, labels } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import type { Filter } from "../../parts/filters/filter.ts";
import type { AnalyticsSearch } from "./analytics-search.ts";
import type { ReportRequest } from "./report-request.ts";

export const noFilters: AnalyticsSearch = {
  ...{ channelId: undefined, channelKind: undefined },
  ...{ divisionId: undefined, assigneeId: undefined, label: undefined },
};

/** The filters of metrics; those whose options this person may not see are hidden. */
export function useAnalyticsFilters({ search, change }: Pick<ReportRequest, "search" | "change">): Filter[] {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const [mayChannels, mayDivisions, mayAgents, mayLabels] = (
    ["channels:read", "divisions:read", "agents:read", "labels:read"] as const
  ).map((scope) => can(me, scope)) as [boolean, boolean, boolean, boolean];
  const { data: channelList } = useQuery({ ...channels.listQuery(), enabled: mayChannels, throwOnError: false });
  const { data: divisionList } = useQuery({ ...divisions.listQuery(), enabled: mayDivisions, throwOnError: false });
  const { data: agentList } = useQuery({ ...agents.listQuery(), enabled: mayAgents, throwOnError: false });
  const { data: labelList } = useQuery({ ...labels.listQuery(), enabled: mayLabels, throwOnError: false });
  const named = (list: { items: readonly { id: string; name: string }[] } | undefined) =>
    (list?.items ?? []).map(({ id, name }) => ({ id, name }));
  const filter = (id: "channelId" | "divisionId" | "assigneeId" | "label", name: string, options: Filter["options"]): Filter => ({
    ...{ id, name, options },
    value: search[id],
    onChange: (value) => change({ [id]: value }),
  });
  return [
    ...(mayChannels ? [filter("channelId", t("analytics.group.channel"), named(channelList))] : []),
    ...(mayDivisions
      ? [filter("divisionId", t("analytics.group.division"), [...named(divisionList), { id: "none", name: t("analytics.noDivision") }])]
      : []),
    ...(mayAgents
      ? [
          filter("assigneeId", t("analytics.group.assignee"), [
            ...(agentList?.items ?? []).filter(({ userId }) => userId !== null).map(({ id, name }) => ({ id, name })),
            { id: "none", name: t("analytics.unassigned") },
          ]),
        ]
      : []),
    // The API filters labels by name.
    ...(mayLabels
      ? [
          filter(
            "label",
            t("analytics.group.label"),
            (labelList?.items ?? []).map(({ name }) => ({ id: name, name })),
          ),
        ]
      : []),
    ...(search.channelKind === undefined
      ? []
      : [
          {
            ...{ id: "channelKind", name: t("analytics.group.channel_kind"), value: search.channelKind },
            options: [{ id: search.channelKind, name: search.channelKind }],
            onChange: (value: string | undefined) => change({ channelKind: value }),
          },
        ]),
  ];
}
