import { useSuspenseQuery, useQuery } from "@tanstack/react-query";
import { channels } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { channelLabel } from "../../../parts/ChannelGlyph.tsx";
import type { Tone } from "../../../ui/charts/Marks.tsx";
import type { ReportRequest } from "../report-request.ts";
import { Backlog } from "../cards/Backlog.tsx";
import { Figures } from "../cards/Figures.tsx";
import { GroupsCard } from "../cards/GroupsCard.tsx";
import { HeatCard } from "../cards/HeatCard.tsx";
import { LevelsCard } from "../cards/LevelsCard.tsx";
import { RatingsCard } from "../cards/RatingsCard.tsx";
import { SeriesCard } from "../cards/SeriesCard.tsx";

/** As many as there are series colours. */
const kindsMax = 4;
const teamMax = 6;

/** How many messages, how fast the replies, when and where. */
export function OverviewReport({ request }: { request: ReportRequest }) {
  const { t } = useI18n();
  const kinds = useKinds(request);
  const median = t("analytics.median");
  const p90 = t("analytics.p90");
  return (
    <>
      <Figures
        request={request}
        figures={[
          { metric: "conversations_created", label: t("analytics.conversations") },
          { metric: "first_response_time", label: t("analytics.firstResponse.median"), better: "down" },
          { metric: "resolution_time", label: t("analytics.resolution.median"), better: "down" },
          { metric: "sla_compliance", label: t("analytics.slaMet"), better: "up" },
          { metric: "csat_average_rating", label: t("analytics.satisfaction"), better: "up" },
        ]}
      />
      <Backlog request={request} />
      <div className="analytics-pair">
        <SeriesCard
          {...{ request, chart: "messages", title: t("analytics.messages"), kind: "bars" }}
          lines={[
            { id: "received", name: t("analytics.received"), tone: 1, metric: "messages_received" },
            { id: "sent", name: t("analytics.sent"), tone: 2, metric: "messages_sent" },
          ]}
        />
        <SeriesCard
          {...{ request, chart: "response", title: t("analytics.firstResponse"), kind: "lines" }}
          lines={[
            { id: "p50", name: median, tone: 1, metric: "first_response_time", percentile: "p50" },
            { id: "p90", name: p90, tone: 4, metric: "first_response_time", percentile: "p90" },
          ]}
        />
        <SeriesCard
          {...{ request, chart: "conversations", title: t("analytics.conversations"), kind: "bars" }}
          lines={[
            { id: "begun", name: t("analytics.begun"), tone: 1, metric: "conversations_created" },
            { id: "resolved", name: t("analytics.resolved"), tone: 3, metric: "conversations_resolved" },
          ]}
        />
        <SeriesCard
          {...{ request, chart: "resolution", title: t("analytics.resolution"), kind: "lines" }}
          lines={[
            { id: "p50", name: median, tone: 1, metric: "resolution_time", percentile: "p50" },
            { id: "p90", name: p90, tone: 4, metric: "resolution_time", percentile: "p90" },
          ]}
        />
        {kinds.length > 1 && (
          <SeriesCard
            {...{ request, chart: "kinds", title: t("analytics.byKind"), kind: "stack" }}
            lines={kinds.map((kind, at) => ({
              ...{ id: kind, name: t(channelLabel(kind)), tone: (at + 1) as Tone },
              ...({ metric: "messages_received", channelKind: kind } as const),
            }))}
          />
        )}
        <HeatCard request={request} />
      </div>
      <div className="analytics-pair">
        <GroupsCard
          {...{ request, chart: "channels", title: t("analytics.channels"), by: "channel" }}
          note={<span className="text-12 text-text-3">{t("analytics.channels.note")}</span>}
          metrics={[
            { metric: "messages_received", name: t("analytics.received") },
            { metric: "messages_sent", name: t("analytics.sent") },
            { metric: "conversations_created", name: t("analytics.conversations") },
            { metric: "first_response_time", name: t("analytics.firstResponse") },
          ]}
          rowsMax={teamMax}
        />
        <LevelsCard request={request} />
        <RatingsCard request={request} />
        <GroupsCard
          {...{ request, chart: "team", title: t("analytics.report.team"), by: "assignee" }}
          note={<span className="text-12 text-text-3">{t("analytics.team.note")}</span>}
          metrics={[
            { metric: "conversations_resolved", name: t("analytics.resolved") },
            { metric: "first_response_time", name: t("analytics.firstResponse") },
          ]}
          rowsMax={teamMax}
        />
      </div>
    </>
  );
}

/** The existing kinds of channels, unless one channel or kind is selected. */
function useKinds({ search }: ReportRequest): string[] {
  const { data: me } = useSuspenseQuery(meQuery);
  const isOne = search.channelId !== undefined || search.channelKind !== undefined;
  const { data } = useQuery({ ...channels.listQuery(), enabled: !isOne && can(me, "channels:read"), throwOnError: false });
  return isOne ? [] : [...new Set(data?.items.map(({ kind }) => kind) ?? [])].slice(0, kindsMax);
}
