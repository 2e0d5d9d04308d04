import { useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { MetricKey, MetricsBreakdown, MetricsBreakdownQuery, MetricsTimeseries } from "@parley/sdk";
import { breakdownQuery, metricsSummaryQuery, timeseriesQuery } from "../../api/metrics.ts";
import type { ReportRequest } from "./report-request.ts";

export interface Answers<Answer> {
  /** In the requested order, once all have arrived. */
  data: Answer[] | undefined;
  error: Error | null;
  /** The data is from the previous request until the new data arrives. */
  isOld: boolean;
  retry(): void;
}

function combined<Answer>(results: UseQueryResult<Answer>[]): Answers<Answer> {
  const data = results.flatMap((each) => (each.data === undefined ? [] : [each.data]));
  return {
    data: data.length === results.length && results.length > 0 ? data : undefined,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    isOld: results.some(({ isPlaceholderData }) => isPlaceholderData),
    retry: () => void Promise.all(results.map((each) => each.refetch())),
  };
}

/** One metric each, over time; `more`: further filters for one of them. */
export function useSeries(
  request: ReportRequest,
  metrics: readonly { metric: MetricKey; channelKind?: string }[],
): Answers<MetricsTimeseries> {
  const { question, span } = request;
  return useQueries({
    queries: metrics.map((each) => timeseriesQuery({ ...question, ...each, interval: span.interval })),
    combine: combined,
  });
}

export function useGroups(
  request: ReportRequest,
  metrics: readonly MetricKey[],
  by: NonNullable<MetricsBreakdownQuery["by"]>,
): Answers<MetricsBreakdown> {
  return useQueries({
    queries: metrics.map((metric) => breakdownQuery({ ...request.question, ...grouping(by), metric })),
    combine: combined,
  });
}

/** A division's sums include those below it, as its filter does. */
export const grouping = (by: NonNullable<MetricsBreakdownQuery["by"]>) => (by === "division" ? { by, subdivisions: true } : { by });

/** The metrics of the period, and of the previous one. */
export function useSummaries({ question, before }: ReportRequest) {
  return { now: useQuery(metricsSummaryQuery(question)), before: useQuery(metricsSummaryQuery(before)) };
}

/** The times at which the zone's days start and end, as reported by the metrics. Null until then. */
export function useInstants({ question }: ReportRequest): { since: string; until: string } | null {
  const { data, isPlaceholderData } = useQuery(metricsSummaryQuery(question));
  return data === undefined || isPlaceholderData ? null : { since: data.since, until: data.until };
}
