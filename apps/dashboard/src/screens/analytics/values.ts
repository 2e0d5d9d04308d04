/** Which part of a result is shown, and its format. */
import type { MetricKey, MetricsSummary, MetricsTimeseries } from "@parley/sdk";
import type { I18n } from "../../i18n/i18n.tsx";
import type { Scale } from "../../ui/charts/scale.ts";

export type Unit = MetricsTimeseries["unit"];
type Value = MetricsTimeseries["points"][number] | MetricsSummary["metrics"][number];

/** Shown instead of a missing value. */
export const nothing = "–";

/** The median for durations: a few long ones would distort the average. */
export function shownOf({ value, percentiles }: Pick<Value, "value" | "percentiles">, unit: Unit): number | null {
  return unit === "seconds" ? (percentiles?.p50 ?? null) : value;
}

export function metricOf(summary: MetricsSummary | undefined, metric: MetricKey) {
  return summary?.metrics.find((each) => each.metric === metric);
}

export function writeValue(value: number | null | undefined, unit: Unit, { format }: Pick<I18n, "format">): string {
  if (value == null) return nothing;
  if (unit === "seconds") return format.duration(value * 1_000);
  if (unit === "ratio") return format.percent(value);
  return format.number(unit === "points" ? Math.round(value * 100) / 100 : value);
}

/** Next to the grid lines of a chart. */
export function writeLine(value: number, unit: Unit, { format }: Pick<I18n, "format">): string {
  if (unit === "seconds") return format.duration(value * 1_000);
  return unit === "ratio" ? format.percent(value) : format.compact(value);
}

export const scaleOf = (unit: Unit): Scale => (unit === "seconds" ? "duration" : unit === "ratio" ? "share" : "count");

export interface Change {
  direction: "up" | "down" | "same";
  /** Without its sign. */
  text: string;
}

/** Shares and ratings change by points, all others in percent. Null: there is nothing to compare with. */
export function changeOf(now: number | null, before: number | null, unit: Unit, { format, t }: Pick<I18n, "format" | "t">): Change | null {
  if (now === null || before === null) return null;
  const isPoint = unit === "ratio" || unit === "points";
  if (!isPoint && before === 0) return null;
  const difference = isPoint ? now - before : (now - before) / before;
  const size = Math.abs(difference);
  const rounded = unit === "points" ? Math.round(size * 100) / 100 : Math.round(size * 1_000) / 1_000;
  if (rounded === 0) return { direction: "same", text: "" };
  const text =
    unit === "points"
      ? format.number(rounded)
      : unit === "ratio"
        ? t("analytics.points", { n: format.number(Math.round(rounded * 1_000) / 10) })
        : format.percent(rounded >= 0.1 ? Math.round(rounded * 100) / 100 : rounded);
  return { direction: difference > 0 ? "up" : "down", text };
}
