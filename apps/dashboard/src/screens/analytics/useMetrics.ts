import { useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { MetricKey, MetricsBreakdown, MetricsBreakdownQuery, MetricsTimeseries } from "@parley/sdk";
import { breakdownQuery, metricsSummaryQuery, timeseriesQuery } from "../../api/metrics.ts";
import type { Asked } from "./asked.ts";

export interface Answers<Answer> {
  /** In the order asked, when all are there. */
  data: Answer[] | undefined;
  error: Error | null;
  /** Those of another question, until the new ones are there. */
  isOld: boolean;
  retry(): void;
}

function together<Answer>(results: UseQueryResult<Answer>[]): Answers<Answer> {
  const data = results.flatMap((each) => (each.data === undefined ? [] : [each.data]));
  return {
    data: data.length === results.length && results.length > 0 ? data : undefined,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    isOld: results.some(({ isPlaceholderData }) => isPlaceholderData),
    retry: () => void Promise.all(results.map((each) => each.refetch())),
  };
}

/** A metric each, over time; `more`: further filters for one of them. */
export function useSeries(asked: Asked, metrics: readonly { metric: MetricKey; channelKind?: string }[]): Answers<MetricsTimeseries> {
  const { question, span } = asked;
  return useQueries({
    queries: metrics.map((each) => timeseriesQuery({ ...question, ...each, interval: span.interval })),
    combine: together,
  });
}

export function useGroups(
  asked: Asked,
  metrics: readonly MetricKey[],
  by: NonNullable<MetricsBreakdownQuery["by"]>,
): Answers<MetricsBreakdown> {
  return useQueries({
    queries: metrics.map((metric) => breakdownQuery({ ...asked.question, ...grouping(by), metric })),
    combine: together,
  });
}

/** A division has those below it in its sums, as its filter has. */
export const grouping = (by: NonNullable<MetricsBreakdownQuery["by"]>) => (by === "division" ? { by, subdivisions: true } : { by });

/** The figures of the period, and of the one before. */
export function useSummaries({ question, before }: Asked) {
  return { now: useQuery(metricsSummaryQuery(question)), before: useQuery(metricsSummaryQuery(before)) };
}

/** The instants at which the days of the zone begin and end, as the metrics say them. Null until they do. */
export function useInstants({ question }: Asked): { since: string; until: string } | null {
  const { data, isPlaceholderData } = useQuery(metricsSummaryQuery(question));
  return data === undefined || isPlaceholderData ? null : { since: data.since, until: data.until };
}
