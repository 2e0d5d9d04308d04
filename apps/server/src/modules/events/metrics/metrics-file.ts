import { csvFile } from "#platform/csv/write.ts";
import type { Content } from "#platform/http/reading/content.ts";
import type { MetricsBreakdown, MetricsSummary, MetricsTimeseries } from "./metrics.schema.ts";
import type { MetricValue } from "./metrics.values.ts";

/**
 * Metrics responses as CSV: one line per row of the JSON response, with the same names. null becomes an empty cell. Text that a spreadsheet
 * would treat as a formula is escaped; numbers stay numbers.
 */

const valueColumns = ["value", "observations", "sum", "p50", "p90", "p95", "p99"] as const;

const valuesOf = ({ value, observations, sum, percentiles }: MetricValue) =>
  [value, observations, sum, percentiles?.p50, percentiles?.p90, percentiles?.p95, percentiles?.p99].map((cell) => cell ?? "");

export function summaryFile(answer: MetricsSummary): Content {
  const rows = answer.metrics.map((row) => [row.metric, row.unit, ...valuesOf(row)]);
  return file("summary", answer.since, ["metric", "unit", ...valueColumns], rows);
}

export function timeseriesFile(answer: MetricsTimeseries): Content {
  const rows = answer.points.map((row) => [row.start, row.end, row.local, ...valuesOf(row)]);
  return file(answer.metric, answer.since, ["start", "end", "local", ...valueColumns], rows);
}

export function breakdownFile(answer: MetricsBreakdown): Content {
  const rows = answer.groups.map((row) => [row.key ?? "", row.name ?? "", ...valuesOf(row)]);
  return file(`${answer.metric}-by-${answer.by}`, answer.since, ["key", "name", ...valueColumns], rows);
}

function file(name: string, since: string, columns: readonly string[], rows: (string | number)[][]): Content {
  return csvFile(`metrics-${name.replaceAll("_", "-")}-${since.slice(0, 10)}.csv`, columns, rows);
}
