import type { ReactNode } from "react";
import type { MetricKey, MetricsBreakdown } from "@parley/sdk";
import { metricsFile } from "../../../api/metrics.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { BarList } from "../../../ui/charts/BarList.tsx";
import { ChartCard } from "../../../ui/charts/ChartCard.tsx";
import type { ReportRequest } from "../report-request.ts";
import { useGroupNames } from "../useGroupNames.tsx";
import { grouping, useGroups } from "../useMetrics.ts";
import { shownOf, writeValue } from "../values.ts";

interface GroupsCardProps {
  request: ReportRequest;
  chart: string;
  title: string;
  by: MetricsBreakdown["by"];
  /** The first determines the bars, the second is shown after them; all are in the table. */
  metrics: readonly { metric: MetricKey; name: string }[];
  note?: ReactNode;
  /** Maximum number of bars; default: all. */
  rowsMax?: number;
}

/** Metrics by group: bars of one of them, and a table of all. */
export function GroupsCard({ request, chart, title, by, metrics, note, rowsMax }: GroupsCardProps) {
  const { t, format } = useI18n();
  const shown = metrics.filter(({ metric }) => request.counts(metric) && request.groups(metric, by));
  const { data, error, isOld, retry } = useGroups(
    request,
    shown.map(({ metric }) => metric),
    by,
  );
  const nameOf = useGroupNames(by);
  const [first, second] = data ?? [];
  const bars = (first?.groups ?? []).filter((group) => (shownOf(group, unitOf(first)) ?? 0) > 0);
  const keys = [...new Set(data?.flatMap(({ groups }) => groups.map(({ key }) => key)) ?? [])];
  const groupOf = (answer: MetricsBreakdown | undefined, key: string | null) => answer?.groups.find((group) => group.key === key);
  const write = (answer: MetricsBreakdown | undefined, key: string | null) => {
    const group = groupOf(answer, key);
    return group === undefined
      ? writeValue(null, unitOf(answer), { format })
      : writeValue(shownOf(group, unitOf(answer)), unitOf(answer), { format });
  };
  return (
    <ChartCard
      title={title}
      note={note}
      table={
        data && {
          columns: [t(`analytics.group.${by}`), ...shown.map(({ name }) => name)],
          rows: keys.map((key) => ({
            id: key ?? "",
            name: nameOf(key, data.map((answer) => groupOf(answer, key)?.name ?? null).find((name) => name !== null) ?? null).name,
            cells: data.map((answer) => write(answer, key)),
          })),
        }
      }
      isTable={request.isTable(chart)}
      onTable={(isTable) => request.setTable(chart, isTable)}
      files={shown.map(({ metric, name }) => ({
        id: metric,
        name,
        href: metricsFile("breakdown", { ...request.question, ...grouping(by), metric }),
      }))}
      countedTo={first && t("analytics.countedTo", { time: request.dates.instant(first.asOf, request.zone, request.nowMs) })}
      error={error}
      onRetry={retry}
      isOld={isOld}
      empty={shown.length === 0 ? t("analytics.notCounted") : first !== undefined && bars.length === 0 && t("analytics.nothing")}
    >
      <BarList
        rows={bars.slice(0, rowsMax).map((group) => ({
          id: group.key ?? "",
          ...nameOf(group.key, group.name),
          value: shownOf(group, unitOf(first)) ?? 0,
          ...(unitOf(first) === "ratio" ? { max: 1 } : unitOf(first) === "points" ? { max: 5 } : {}),
          text: writeValue(shownOf(group, unitOf(first)), unitOf(first), { format }),
          ...(second === undefined ? {} : { more: write(second, group.key) }),
        }))}
      />
    </ChartCard>
  );
}

const unitOf = (answer: MetricsBreakdown | undefined) => answer?.unit ?? "messages";
