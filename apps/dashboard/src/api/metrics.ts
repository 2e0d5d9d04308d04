/** Metrics of a period. They have no events, so they are polled while shown. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CsatSummaryQuery, MetricsBreakdownQuery, MetricsSummaryQuery, MetricsTimeseriesQuery } from "@parley/sdk";
import { api } from "./client.ts";

/** A period with filters. */
export type MetricsQuestion = MetricsSummaryQuery;

/** The maximum that the API returns at once. */
const broadcastsMax = 100;
const countedMs = 60_000;
const counted = { staleTime: countedMs, refetchInterval: countedMs, throwOnError: false } as const;

/** The previous data stays until the next arrives, but only data of the same kind. */
const keepKind =
  (question: { metric?: string | undefined; by?: string | undefined }) =>
  <Answer>(before: Answer | undefined): Answer | undefined => {
    const kind = before as { metric?: string; by?: string } | undefined;
    return kind?.metric === question.metric && kind?.by === question.by ? before : undefined;
  };

/** The available metrics, and the filters and groupings of each. */
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
    placeholderData: keepKind(question),
    ...counted,
  });
}

export function breakdownQuery(question: MetricsBreakdownQuery) {
  return queryOptions({
    queryKey: ["metrics", "breakdown", question] as const,
    queryFn: ({ signal }) => api.metrics.breakdown(question, { signal }),
    placeholderData: keepKind(question),
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

/** Broadcasts that started in a period, newest first. */
export function startedBroadcastsQuery(question: { since?: string; until?: string; channelId?: string }) {
  return queryOptions({
    queryKey: ["metrics", "broadcasts", question] as const,
    queryFn: ({ signal }) => api.broadcasts.list({ ...question, limit: broadcastsMax }, { signal }).page(),
    placeholderData: keepPreviousData,
    ...counted,
  });
}

/** What flows did in a period. */
export function flowRunSummaryQuery(period: { since?: string; until?: string }) {
  return queryOptions({
    queryKey: ["metrics", "flow-runs", period] as const,
    queryFn: ({ signal }) => api.flowRuns.summary(period, { signal }),
    placeholderData: keepPreviousData,
    ...counted,
  });
}

/** What chatbots decided in a period. */
export function chatbotTurnSummaryQuery(period: { since?: string; until?: string }) {
  return queryOptions({
    queryKey: ["metrics", "chatbot-turns", period] as const,
    queryFn: ({ signal }) => api.chatbotTurns.summary(period, { signal }),
    placeholderData: keepPreviousData,
    ...counted,
  });
}

/** The URL of a file with the rows of a result. */
export const metricsFile = (what: "summary" | "timeseries" | "breakdown", question: object) => file(`metrics/${what}`, question);
export const ratingsFile = (question: object) => file("csat/summary", question);
export const runsFile = (period: object) => file("flow-runs/summary", period);
export const turnsFile = (period: object) => file("chatbot-turns/summary", period);

function file(path: string, question: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(question)) if (value !== undefined) search.set(name, String(value));
  return `/api/v1/${path}.csv?${search}`;
}
