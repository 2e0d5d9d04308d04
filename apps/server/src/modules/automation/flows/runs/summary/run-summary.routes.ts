import { type Static, Type } from "typebox";
import { csvFile } from "#platform/csv/write.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { type Period, PeriodQuery, readPeriod } from "#platform/http/period.ts";
import { type AnyRoute, contentRoute, readRoute } from "#platform/http/route.ts";
import { Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { wireId } from "#platform/ids/ids.ts";
import { flowStatuses } from "../../definition/flows.queries.ts";
import { tag } from "../../definition/flows.routes.ts";
import { type RunStatus, runStatuses } from "../runs.queries.ts";
import { countRuns } from "./run-summary.queries.ts";

const byStatus = Object.fromEntries(runStatuses.map((status) => [status, Type.Integer()])) as Record<
  RunStatus,
  ReturnType<typeof Type.Integer>
>;
const FlowRunsOfPeriod = Type.Object(
  {
    flowId: Type.String(),
    name: Type.String(),
    status: StringEnum(flowStatuses),
    runs: Type.Integer({ description: "Runs that started in the period" }),
    byStatus: Type.Object(byStatus, { description: "These by their current status" }),
  },
  { title: "FlowRunsOfPeriod" },
);
type FlowRunsOfPeriod = Static<typeof FlowRunsOfPeriod>;

const FlowRunSummary = Type.Object(
  {
    since: Timestamp,
    until: Timestamp,
    flows: Type.Array(FlowRunsOfPeriod, { description: "Flows with a run in the period, most runs first" }),
  },
  { title: "FlowRunSummary" },
);

const retention =
  "Finished runs are removed after the period in `flowRunsDays` of `GET /organization/retention`, or else the installation's, and are not counted then.";

export function runSummaryRoutes(database: Pick<Database, "withTenant">): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/flow-runs/summary",
      operationId: "getFlowRunSummary",
      tag,
      summary: "Count the runs of all flows by status",
      description: retention,
      scope: "flows:read",
      query: PeriodQuery,
      response: FlowRunSummary,
      async handle(ctx, { query }) {
        const period = readPeriod(query, ctx.now);
        return { since: period.since.toISOString(), until: period.until.toISOString(), flows: await flowsOf(ctx.tx, period) };
      },
    }),
    contentRoute({
      method: "GET",
      path: "/flow-runs/summary.csv",
      operationId: "getFlowRunSummaryFile",
      tag,
      summary: "Download the number of runs of all flows by status as CSV",
      description: `The flows of GET /flow-runs/summary, one per line. ${retention}`,
      scope: "flows:read",
      changing: true,
      query: PeriodQuery,
      response: Type.String(),
      async open(ctx, _params, query) {
        const period = readPeriod(query, ctx.now);
        const flows = await database.withTenant(ctx.tenantId, (tx) => flowsOf(tx, period));
        const rows = flows.map(({ flowId, name, runs, byStatus: by }) => [flowId, name, runs, ...runStatuses.map((each) => by[each])]);
        return csvFile(`flow-runs-${period.since.toISOString().slice(0, 10)}.csv`, ["flowId", "name", "runs", ...runStatuses], rows);
      },
    }),
  ];
}

async function flowsOf(tx: Tx, period: Period): Promise<FlowRunsOfPeriod[]> {
  const flows = new Map<string, FlowRunsOfPeriod>();
  for (const { flow_id: id, name, flow_status: flowStatus, status, runs } of await countRuns(tx, period)) {
    const none = Object.fromEntries(runStatuses.map((each) => [each, 0])) as Record<RunStatus, number>;
    const flow = flows.get(id) ?? { flowId: wireId("flow", id), name, status: flowStatus, runs: 0, byStatus: none };
    flow.byStatus[status] += runs;
    flow.runs += runs;
    flows.set(id, flow);
  }
  return [...flows.values()].sort((a, b) => b.runs - a.runs || a.flowId.localeCompare(b.flowId));
}
