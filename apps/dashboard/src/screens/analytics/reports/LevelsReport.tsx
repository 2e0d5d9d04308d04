import { useI18n } from "../../../i18n/i18n.tsx";
import { Segmented } from "../../../ui/lists/Segmented.tsx";
import { groupings } from "../analytics-search.ts";
import type { ReportRequest } from "../report-request.ts";
import { Figures } from "../cards/Figures.tsx";
import { GroupsCard } from "../cards/GroupsCard.tsx";
import { LevelsCard } from "../cards/LevelsCard.tsx";
import { SeriesCard } from "../cards/SeriesCard.tsx";

/** What was promised, and how much of it was kept. */
export function LevelsReport({ request }: { request: ReportRequest }) {
  const { t } = useI18n();
  const by = request.search.by ?? "assignee";
  return (
    <>
      <Figures
        request={request}
        figures={[
          { metric: "sla_compliance", label: t("analytics.slaMet"), better: "up" },
          { metric: "sla_first_response_compliance", label: t("analytics.firstResponse"), better: "up" },
          { metric: "sla_next_response_compliance", label: t("analytics.nextResponse"), better: "up" },
          { metric: "sla_resolution_compliance", label: t("analytics.resolution"), better: "up" },
          { metric: "ticket_sla_compliance", label: t("shell.tickets"), better: "up" },
        ]}
      />
      <div className="analytics-pair">
        <SeriesCard
          {...{ request, chart: "targets", title: t("analytics.targets"), kind: "stack" }}
          lines={[
            { id: "met", name: t("analytics.met"), tone: 1, metric: "sla_met" },
            { id: "missed", name: t("analytics.missed"), tone: 2, metric: "sla_missed" },
          ]}
        />
        <LevelsCard request={request} hasTickets />
        <SeriesCard
          {...{ request, chart: "compliance", title: t("analytics.compliance"), kind: "lines" }}
          lines={[
            { id: "first", name: t("analytics.firstResponse"), tone: 1, metric: "sla_first_response_compliance" },
            { id: "next", name: t("analytics.nextResponse"), tone: 2, metric: "sla_next_response_compliance" },
            { id: "resolution", name: t("analytics.resolution"), tone: 3, metric: "sla_resolution_compliance" },
          ]}
        />
        <GroupsCard
          {...{ request, chart: "groups", title: t("analytics.slaMet"), by }}
          note={<GroupBy request={request} />}
          metrics={[
            { metric: "sla_compliance", name: t("analytics.share") },
            { metric: "sla_met", name: t("analytics.met") },
            { metric: "sla_missed", name: t("analytics.missed") },
          ]}
        />
      </div>
    </>
  );
}

/** The grouping of a card. */
export function GroupBy({ request }: { request: ReportRequest }) {
  const { t } = useI18n();
  return (
    <Segmented
      label={t("analytics.groupBy")}
      size="small"
      value={request.search.by ?? "assignee"}
      segments={groupings.map((id) => ({ id, name: t(`analytics.group.${id}`) }))}
      onChange={(by) => request.change({ by: by === "assignee" ? undefined : by })}
    />
  );
}
