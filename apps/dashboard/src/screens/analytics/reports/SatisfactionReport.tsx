import { useI18n } from "../../../i18n/i18n.tsx";
import { NewestRatings } from "../../settings/inbox/satisfaction/NewestRatings.tsx";
import type { ReportRequest } from "../report-request.ts";
import { useInstants } from "../useMetrics.ts";
import { Figures } from "../cards/Figures.tsx";
import { GroupsCard } from "../cards/GroupsCard.tsx";
import { GroupBy } from "./LevelsReport.tsx";
import { RatingsCard } from "../cards/RatingsCard.tsx";
import { SeriesCard } from "../cards/SeriesCard.tsx";

/** Customers' ratings of the help they got. */
export function SatisfactionReport({ request }: { request: ReportRequest }) {
  const { t } = useI18n();
  const period = useInstants(request);
  const { channelId, assigneeId, divisionId, label, channelKind } = request.search;
  const counted = [divisionId, label, channelKind].every((filter) => filter === undefined);
  const by = request.search.by ?? "assignee";
  return (
    <>
      <Figures
        request={request}
        figures={[
          { metric: "csat_average_rating", label: t("analytics.averageRating"), better: "up" },
          { metric: "csat_score", label: t("analytics.satisfied"), better: "up" },
          { metric: "csat_response_rate", label: t("analytics.answerRate"), better: "up" },
          { metric: "csat_asked", label: t("analytics.askedCount") },
          { metric: "csat_answered", label: t("analytics.answers") },
        ]}
      />
      <div className="analytics-pair">
        <SeriesCard
          {...{ request, chart: "rating", title: t("analytics.averageRating"), kind: "lines" }}
          lines={[{ id: "average", name: t("analytics.averageRating"), tone: 1, metric: "csat_average_rating" }]}
        />
        <RatingsCard request={request} />
        <SeriesCard
          {...{ request, chart: "distribution", title: t("analytics.surveys"), kind: "bars" }}
          lines={[
            { id: "asked", name: t("analytics.askedCount"), tone: 1, metric: "csat_asked" },
            { id: "answered", name: t("analytics.answers"), tone: 2, metric: "csat_answered" },
          ]}
        />
        <GroupsCard
          {...{ request, chart: "groups", title: t("analytics.averageRating"), by }}
          note={<GroupBy request={request} />}
          metrics={[
            { metric: "csat_average_rating", name: t("analytics.averageRating") },
            { metric: "csat_answered", name: t("analytics.answers") },
            { metric: "csat_score", name: t("analytics.satisfied") },
          ]}
        />
      </div>
      {period !== null && counted && (
        <NewestRatings
          filters={{ ...period, ...(channelId === undefined ? {} : { channelId }), ...(assigneeId === undefined ? {} : { assigneeId }) }}
        />
      )}
    </>
  );
}
