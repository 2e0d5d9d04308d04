import { useQuery } from "@tanstack/react-query";
import { ratingsFile, ratingsQuery } from "../../../api/metrics.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { BarList } from "../../../ui/charts/BarList.tsx";
import { ChartCard } from "../../../ui/charts/ChartCard.tsx";
import type { ReportRequest } from "../report-request.ts";
import { useSummaries } from "../useMetrics.ts";

const stars = ["5", "4", "3", "2", "1"] as const;
const tones = { "5": "ok", "4": "ok", "3": "warn", "2": "bad", "1": "bad" } as const;

/** How often customers gave each rating. */
export function RatingsCard({ request }: { request: ReportRequest }) {
  const { t, format } = useI18n();
  const { search, question } = request;
  const { now } = useSummaries(request);
  // Ratings cannot be filtered by division or label.
  const counted = search.divisionId === undefined && search.label === undefined && search.channelKind === undefined;
  const { channelId, assigneeId } = question;
  const filters = { ...(channelId === undefined ? {} : { channelId }), ...(assigneeId === undefined ? {} : { assigneeId }) };
  // The times at which the zone's days start and end.
  const asking = { ...filters, since: now.data?.since, until: now.data?.until };
  const answer = useQuery({
    ...ratingsQuery(asking),
    enabled: counted && now.data !== undefined && !now.isPlaceholderData,
  });
  const { data } = answer;
  return (
    <ChartCard
      title={t("analytics.ratings")}
      note={
        data !== undefined && (
          <span className="text-12 text-text-3 tabular-nums">
            {t("analytics.answeredOf", { answered: format.number(data.answered), asked: format.number(data.asked) })}
          </span>
        )
      }
      table={
        data && {
          columns: [t("analytics.rating"), t("analytics.answers"), t("analytics.share")],
          rows: stars.map((star) => ({
            id: star,
            name: t("satisfaction.rating", { n: Number(star) }),
            cells: [format.number(data.ratings[star]), data.answered === 0 ? "" : format.percent(data.ratings[star] / data.answered)],
          })),
        }
      }
      isTable={request.isTable("ratings")}
      onTable={(isTable) => request.setTable("ratings", isTable)}
      files={counted && now.data !== undefined ? [{ id: "ratings", name: t("analytics.ratings"), href: ratingsFile(asking) }] : []}
      countedTo={now.data && t("analytics.countedTo", { time: request.dates.instant(now.data.asOf, request.zone, request.nowMs) })}
      error={answer.error ?? now.error}
      onRetry={() => void answer.refetch()}
      isOld={answer.isPlaceholderData}
      empty={!counted ? t("analytics.notCounted") : data !== undefined && data.answered === 0 && t("analytics.noRatings")}
    >
      <BarList
        rows={stars.map((star) => ({
          id: star,
          name: t("satisfaction.rating", { n: Number(star) }),
          value: data?.ratings[star] ?? 0,
          ...(data === undefined ? {} : { max: data.answered }),
          text: format.number(data?.ratings[star] ?? 0),
          tone: tones[star],
        }))}
      />
    </ChartCard>
  );
}
