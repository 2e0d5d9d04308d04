/** What was counted in a period. There are no events of it: it is asked for again while somebody looks. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  CsatSummaryQuery,
  MetricsBreakdown,
  MetricsBreakdownQuery,
  MetricsSummaryQuery,
  MetricsTimeseries,
  MetricsTimeseriesQuery,
} from "@parley/sdk";
import { api } from "./client.ts";

/** A period with filters. */
export type MetricsQuestion = MetricsSummaryQuery;

const countedMs = 60_000;
const counted = { staleTime: countedMs, refetchInterval: countedMs, throwOnError: false } as const;

/** Which metrics there are, and by what each can be filtered and grouped. */
export const metricDefinitionsQuery = queryOptions({
  queryKey: ["metrics", "definitions"] as const,
  queryFn: ({ signal }) => api.metrics.definitions({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { still: true },
});

export function metricsSummaryQuery(question: MetricsQuestion) {
  return queryOptions({
    queryKey: ["metrics", "summary", question] as const,
    queryFn: ({ signal }) => api.metrics.summary(question, { signal }),
    placeholderData: keepPreviousData,
    ...counted,
  });
}

export function timeseriesQuery(question: MetricsTimeseriesQuery) {
  return queryOptions({
    queryKey: ["metrics", "timeseries", question] as const,
    queryFn: ({ signal }) => api.metrics.timeseries(question, { signal }),
    // The figures before stay until the next are there, but only those of the same kind.
    placeholderData: (before: MetricsTimeseries | undefined) => (before?.metric === question.metric ? before : undefined),
    ...counted,
  });
}

export function breakdownQuery(question: MetricsBreakdownQuery) {
  return queryOptions({
    queryKey: ["metrics", "breakdown", question] as const,
    queryFn: ({ signal }) => api.metrics.breakdown(question, { signal }),
    placeholderData: (before: MetricsBreakdown | undefined) =>
      before?.metric === question.metric && before?.by === question.by ? before : undefined,
    ...counted,
  });
}

/** How often each rating was given. */
export function ratingsQuery(question: CsatSummaryQuery) {
  return queryOptions({
    queryKey: ["metrics", "ratings", question] as const,
    queryFn: ({ signal }) => api.csat.summary(question, { signal }),
    placeholderData: keepPreviousData,
    ...counted,
  });
}

/** The address of a file with the rows of an answer. */
export function metricsFile(what: "summary" | "timeseries" | "breakdown", question: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(question)) if (value !== undefined) search.set(name, String(value));
  return `/api/v1/metrics/${what}.csv?${search}`;
}
