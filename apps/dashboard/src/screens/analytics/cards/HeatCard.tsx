import { metricsFile } from "../../../api/metrics.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ChartCard } from "../../../ui/charts/ChartCard.tsx";
import { HeatMap } from "../../../ui/charts/HeatMap.tsx";
import type { ReportRequest } from "../report-request.ts";
import { useGroups } from "../useMetrics.ts";

const metric = "messages_received";
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The hours of the week at which customers write. */
export function HeatCard({ request }: { request: ReportRequest }) {
  const { t, format } = useI18n();
  const { dates } = request;
  const counted = request.counts(metric);
  const { data, error, isOld, retry } = useGroups(request, counted ? [metric] : [], "hour_of_week");
  const [answer] = data ?? [];
  const values = answer?.groups.map(({ value }) => value ?? 0) ?? [];
  const titleAt = (at: number) => `${dates.weekday(Math.floor(at / 24) + 1, true)} ${dates.hour(at % 24)}`;
  const busiest = values.indexOf(Math.max(...values, 0));
  return (
    <ChartCard
      title={t("analytics.heat")}
      table={
        answer && {
          columns: [t("analytics.hour"), ...weekdays.map((day) => dates.weekday(day))],
          rows: hours.map((hour) => ({
            id: String(hour),
            name: dates.hour(hour),
            cells: weekdays.map((day) => format.number(values[(day - 1) * 24 + hour] ?? 0)),
          })),
        }
      }
      isTable={request.isTable("heat")}
      onTable={(isTable) => request.setTable("heat", isTable)}
      files={
        counted
          ? [{ id: "heat", name: t("analytics.heat"), href: metricsFile("breakdown", { ...request.question, metric, by: "hour_of_week" }) }]
          : []
      }
      countedTo={answer && t("analytics.countedTo", { time: dates.instant(answer.asOf, request.zone, request.nowMs) })}
      error={error}
      onRetry={retry}
      isOld={isOld}
      empty={!counted ? t("analytics.notCounted") : answer !== undefined && values.every((value) => value === 0) && t("analytics.nothing")}
    >
      <HeatMap
        name={t("analytics.reader", { name: t("analytics.heat") })}
        finding={t("analytics.finding.heat", { when: titleAt(Math.max(0, busiest)), most: format.number(values[busiest] ?? 0) })}
        rows={weekdays.map((day) => dates.weekday(day))}
        columns={hours.map((hour) => ({ id: String(hour), label: hour % 3 === 0 ? format.number(hour) : "" }))}
        values={values}
        titleAt={titleAt}
        format={(value) => t("analytics.messages.n", { n: value })}
        less={t("analytics.less")}
        more={t("analytics.more")}
      />
    </ChartCard>
  );
}
