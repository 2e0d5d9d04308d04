import { useId } from "react";
import type { MetricKey, MetricsTimeseries } from "@parley/sdk";
import { metricsFile } from "../../../api/metrics.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ChartCard } from "../../../ui/charts/ChartCard.tsx";
import type { ChartRows } from "../../../ui/charts/ChartTable.tsx";
import { Legend, type Series, type Tone } from "../../../ui/charts/Marks.tsx";
import { SeriesChart } from "../../../ui/charts/SeriesChart.tsx";
import type { ReportRequest } from "../report-request.ts";
import { useSeries } from "../useMetrics.ts";
import { scaleOf, writeLine, writeValue } from "../values.ts";

export interface Line {
  id: string;
  name: string;
  tone: Tone;
  metric: MetricKey;
  channelKind?: string;
  /** For a duration. */
  percentile?: "p50" | "p90";
}

interface SeriesCardProps {
  request: ReportRequest;
  /** The name of its table in the URL. */
  chart: string;
  title: string;
  kind: "bars" | "stack" | "lines";
  lines: readonly Line[];
  className?: string;
}

const sourceOf = ({ metric, channelKind }: Line) => `${metric} ${channelKind ?? ""}`;

/** Metrics over time, as a chart, a table and files. */
export function SeriesCard({ request, chart, title, kind, lines, className }: SeriesCardProps) {
  const { t, format } = useI18n();
  const legend = useId();
  const { dates, span, zone } = request;
  const counted = lines.every(({ metric }) => request.counts(metric));
  // Two lines may come from one result.
  const sources = [...new Map(lines.map((line) => [sourceOf(line), line])).values()];
  const { data, error, isOld, retry } = useSeries(
    request,
    counted ? sources.map(({ metric, channelKind }) => ({ metric, ...(channelKind === undefined ? {} : { channelKind }) })) : [],
  );
  const [first] = data ?? [];
  const answerOf = (line: Line) => data?.[sources.findIndex((each) => sourceOf(each) === sourceOf(line))];
  const series: Series[] = lines.map((line) => ({ ...line, values: valuesOf(answerOf(line), line) }));
  const unit = first?.unit ?? "messages";
  const write = (value: number | null | undefined) => writeValue(value, unit, { format });
  const points = (first?.points ?? []).map(({ start, local }) => ({
    id: start,
    label: dates.label(local, first?.interval ?? span.interval),
    title: dates.title(local, first?.interval ?? span.interval),
  }));
  const isEmpty = series.every(({ values }) => values.every((value) => value === null || value === 0));
  return (
    <ChartCard
      title={title}
      note={lines.length > 1 && <Legend id={legend} series={series} isLine={kind === "lines"} />}
      table={first === undefined ? undefined : { ...tableOf(first), columns: [t("analytics.when"), ...tableOf(first).columns] }}
      isTable={request.isTable(chart)}
      onTable={(isTable) => request.setTable(chart, isTable)}
      files={
        counted
          ? sources.map(({ id, name, metric, channelKind }) => ({
              ...{ id, name: sources.length === 1 ? title : name },
              href: metricsFile("timeseries", {
                ...request.question,
                channelKind: channelKind ?? request.question.channelKind,
                metric,
                interval: span.interval,
              }),
            }))
          : []
      }
      countedTo={first && t("analytics.countedTo", { time: dates.instant(first.asOf, zone, request.nowMs) })}
      error={error}
      onRetry={retry}
      isOld={isOld}
      empty={!counted ? t("analytics.notCounted") : first !== undefined && isEmpty && t("analytics.nothing")}
      {...(className === undefined ? {} : { className })}
    >
      <SeriesChart
        kind={kind}
        scale={scaleOf(unit)}
        name={t("analytics.reader", { name: title })}
        finding={series.map(findingOf).join(" ")}
        points={points}
        series={series}
        format={write}
        formatLine={(value) => writeLine(value, unit, { format })}
      />
    </ChartCard>
  );

  function tableOf(answer: MetricsTimeseries): ChartRows {
    const titles = answer.points.map(({ start, local }) => ({ id: start, name: dates.title(local, answer.interval) }));
    if (answer.unit === "seconds") {
      const columns = [t("analytics.median"), t("analytics.p90"), t("analytics.mean"), t("analytics.cases")];
      const cells = answer.points.map(({ value, percentiles, observations }) => [
        ...[percentiles?.p50, percentiles?.p90, value].map(write),
        format.number(observations ?? 0),
      ]);
      return { columns, rows: titles.map((row, at) => ({ ...row, cells: cells[at] ?? [] })) };
    }
    return {
      columns: series.map(({ name }) => name),
      rows: titles.map((row, at) => ({ ...row, cells: series.map(({ values }) => write(values[at])) })),
    };
  }

  function findingOf({ name, values }: Series): string {
    const known = values.filter((value) => value !== null);
    if (known.length === 0) return "";
    const [low, high] = [Math.min(...known), Math.max(...known)];
    const when = points[values.indexOf(high)]?.title ?? "";
    if (unit === "seconds" || unit === "ratio" || unit === "points")
      return t("analytics.finding.range", { name, low: write(low), high: write(high), when });
    return t("analytics.finding.sum", { name, total: write(known.reduce((sum, value) => sum + value, 0)), most: write(high), when });
  }
}

function valuesOf(answer: MetricsTimeseries | undefined, { percentile }: Line): (number | null)[] {
  return (answer?.points ?? []).map(({ value, percentiles }) => (percentile === undefined ? value : (percentiles?.[percentile] ?? null)));
}
