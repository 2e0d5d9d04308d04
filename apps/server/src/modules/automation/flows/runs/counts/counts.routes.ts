import { type AnyRoute, readRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { readIdList } from "#platform/http/reading/id-list.ts";
import { wireId } from "#platform/ids/ids.ts";
import { tag } from "../../definition/flows.routes.ts";
import type { FlowsService } from "../../definition/flows.service.ts";
import { countedRunsMax, countRuns, countSteps, countVersionRuns } from "./counts.queries.ts";
import { FlowRunCounts, FlowStepCounts, RunCountsQuery, StepCountsQuery } from "./counts.schema.ts";

const periodMs = 30 * 86_400_000;

/** How often flows run, and where their runs are, for the last 30 days. */
export function countRoutes(flows: Pick<FlowsService, "find" | "getVersion">): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/flows/run-counts",
      operationId: "countFlowRuns",
      tag,
      summary: "Count the runs of flows in the last 30 days",
      scope: "flows:read",
      query: RunCountsQuery,
      response: FlowRunCounts,
      async handle(ctx, { query: { ids } }) {
        const since = new Date(ctx.now.getTime() - periodMs);
        const byFlow = Map.groupBy(await countRuns(ctx.tx, readIdList("flow", ids), since), ({ flow_id: id }) => id);
        const data = Array.from(byFlow, ([id, rows]) => ({
          flowId: wireId("flow", id),
          runs: rows.map(({ status, count }) => ({ status, count })),
          lastStartedAt: new Date(Math.max(...rows.map((row) => row.last_started_at.getTime()))).toISOString(),
        }));
        const more = data.some(({ runs }) => runs.reduce((sum, { count }) => sum + count, 0) === countedRunsMax);
        return { since: since.toISOString(), more, data };
      },
    }),
    readRoute({
      method: "GET",
      path: "/flows/:id/step-counts",
      operationId: "countFlowSteps",
      tag,
      summary: "Count the runs of a flow's version by step, in the last 30 days",
      scope: "flows:read",
      params: IdParams,
      query: StepCountsQuery,
      response: FlowStepCounts,
      async handle(ctx, { params, query }) {
        const row = await flows.find(ctx.tx, params.id);
        const version = query.version ?? row.active_version ?? row.version;
        await flows.getVersion(ctx.tx, params.id, String(version));
        const since = new Date(ctx.now.getTime() - periodMs);
        const runs = await countVersionRuns(ctx.tx, row.id, version, since);
        const steps = await countSteps(ctx.tx, row.id, version, since);
        return {
          flowId: params.id,
          version,
          since: since.toISOString(),
          more: runs.reduce((sum, { count }) => sum + count, 0) === countedRunsMax,
          runs,
          steps: steps.map(({ median_ms: ms, ...step }) => ({ ...step, medianMs: ms === null ? null : Math.round(ms) })),
        };
      },
    }),
  ];
}
