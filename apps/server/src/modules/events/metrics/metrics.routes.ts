import { Type } from "typebox";
import type { Database } from "#platform/db/database.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type AnyRoute, contentRoute, readRoute } from "#platform/http/route.ts";
import { definitions } from "./definitions.ts";
import { breakdownFile, summaryFile, timeseriesFile } from "./metrics-file.ts";
import type { Counted } from "./metrics.queries.ts";
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

const asFile =
  "The rows of the JSON response, one per line. Texts that a spreadsheet would treat as a formula are prefixed with an apostrophe.";

export function metricRoutes(service: MetricsService, database: Pick<Database, "withTenant">): AnyRoute[] {
  /** Reads in order: first how far the log is counted, then the response in one transaction. */
  async function answerOf<A>(ctx: Context, ask: (ctx: TxContext, counted: Counted) => Promise<A>): Promise<A> {
    const counted = await service.counted();
    return database.withTenant(ctx.tenantId, (tx) => ask({ ...ctx, tx }, counted));
  }

  return [
    readRoute({
      method: "GET",
      path: "/metrics/summary",
      operationId: "getMetricsSummary",
      tag,
      summary: "Get all metrics for a period, and the current backlog",
      description: "Metrics without a filtered dimension are omitted.",
      scope: "metrics:read",
      query: SummaryQuery,
      response: MetricsSummary,
      prepare: () => service.counted(),
      handle: (ctx, { query }, counted) => service.summary(ctx, query, counted),
    }),
    contentRoute({
      method: "GET",
      path: "/metrics/summary.csv",
      operationId: "getMetricsSummaryFile",
      tag,
      summary: "Download all metrics for a period as CSV",
      description: asFile,
      scope: "metrics:read",
      changing: true,
      query: SummaryQuery,
      response: Type.String(),
      open: async (ctx, _params, query) => summaryFile(await answerOf(ctx, (there, counted) => service.summary(there, query, counted))),
    }),
    readRoute({
      method: "GET",
      path: "/metrics/timeseries",
      operationId: "getMetricsTimeseries",
      tag,
      summary: "Get one metric by hour, day, week or month",
      description:
        "Intervals follow the time zone: a day on which the clocks change has 23 or 25 hours. Empty intervals are returned as zeros.",
      scope: "metrics:read",
      query: TimeseriesQuery,
      response: MetricsTimeseries,
      prepare: () => service.counted(),
      handle: (ctx, { query }, counted) => service.timeseries(ctx, query, counted),
    }),
    contentRoute({
      method: "GET",
      path: "/metrics/timeseries.csv",
      operationId: "getMetricsTimeseriesFile",
      tag,
      summary: "Download one metric by hour, day, week or month as CSV",
      description: asFile,
      scope: "metrics:read",
      changing: true,
      query: TimeseriesQuery,
      response: Type.String(),
      open: async (ctx, _params, query) =>
        timeseriesFile(await answerOf(ctx, (there, counted) => service.timeseries(there, query, counted))),
    }),
    readRoute({
      method: "GET",
      path: "/metrics/breakdown",
      operationId: "getMetricsBreakdown",
      tag,
      summary: "Get one metric by channel, assignee, division, label, author or hour of the week",
      scope: "metrics:read",
      query: BreakdownQuery,
      response: MetricsBreakdown,
      prepare: () => service.counted(),
      handle: (ctx, { query }, counted) => service.breakdown(ctx, query, counted),
    }),
    contentRoute({
      method: "GET",
      path: "/metrics/breakdown.csv",
      operationId: "getMetricsBreakdownFile",
      tag,
      summary: "Download one metric by group as CSV",
      description: asFile,
      scope: "metrics:read",
      changing: true,
      query: BreakdownQuery,
      response: Type.String(),
      open: async (ctx, _params, query) => breakdownFile(await answerOf(ctx, (there, counted) => service.breakdown(there, query, counted))),
    }),
    readRoute({
      method: "GET",
      path: "/metrics/definitions",
      operationId: "getMetricDefinitions",
      tag,
      summary: "List metric definitions",
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
