import { type AnyRoute, readRoute } from "#platform/http/route.ts";
import { definitions } from "./definitions.ts";
import {
  BreakdownQuery,
  MetricDefinitions,
  MetricsBreakdown,
  MetricsSummary,
  MetricsTimeseries,
  SummaryQuery,
  TimeseriesQuery,
} from "./metrics.schema.ts";
import type { MetricsService } from "./metrics.service.ts";

const tag = "Metrics";

export function metricRoutes(service: MetricsService): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/metrics/summary",
      operationId: "getMetricsSummary",
      tag,
      summary: "All metrics of a range, and the backlog now",
      description: "Metrics that do not have a dimension filtered by are left out.",
      scope: "metrics:read",
      query: SummaryQuery,
      response: MetricsSummary,
      prepare: () => service.counted(),
      handle: (ctx, { query }, counted) => service.summary(ctx, query, counted),
    }),
    readRoute({
      method: "GET",
      path: "/metrics/timeseries",
      operationId: "getMetricsTimeseries",
      tag,
      summary: "One metric by hour, day, week or month",
      description:
        "Intervals are those of the time zone: a day on which the clocks change has 23 or 25 hours. Intervals with nothing in them are zeros.",
      scope: "metrics:read",
      query: TimeseriesQuery,
      response: MetricsTimeseries,
      prepare: () => service.counted(),
      handle: (ctx, { query }, counted) => service.timeseries(ctx, query, counted),
    }),
    readRoute({
      method: "GET",
      path: "/metrics/breakdown",
      operationId: "getMetricsBreakdown",
      tag,
      summary: "One metric by channel, assignee, author or hour of the week",
      scope: "metrics:read",
      query: BreakdownQuery,
      response: MetricsBreakdown,
      prepare: () => service.counted(),
      handle: (ctx, { query }, counted) => service.breakdown(ctx, query, counted),
    }),
    readRoute({
      method: "GET",
      path: "/metrics/definitions",
      operationId: "getMetricDefinitions",
      tag,
      summary: "What each metric is",
      scope: "metrics:read",
      response: MetricDefinitions,
      handle: async () => ({
        metrics: definitions.map(({ key, unit, description, dimensions, source }) => ({
          metric: key,
          unit,
          kind: source.kind,
          description,
          dimensions: [...dimensions],
        })),
      }),
    }),
  ];
}
