import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { tag } from "../definition/flows.routes.ts";
import { FlowRunList, FlowRunWithSteps, ListRunsQuery, StartRun } from "../definition/flows.schema.ts";
import type { FlowsService } from "../definition/flows.service.ts";
import { type RunsService, renderRun } from "./runs.service.ts";

/** Stands for an id in a filter that cannot exist: matches nothing, exactly like another tenant's id. */
const nilId = "00000000-0000-0000-0000-000000000000";

export function runRoutes(service: RunsService, flows: Pick<FlowsService, "find">, pager: Pager): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/flows/:id/runs",
      operationId: "listFlowRuns",
      tag,
      summary: "List the runs of a flow, newest first",
      description:
        "Finished runs are removed after the period in `flowRunsDays` of `GET /organization/retention`, or else the installation's.",
      scope: "flows:read",
      params: IdParams,
      query: ListRunsQuery,
      response: FlowRunList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor, status, contactId: contact } }) {
        const { id } = await flows.find(ctx.tx, params.id);
        const filters = { list: "flow-runs", id, status, contact };
        const contactId = contact === undefined ? undefined : (parseWireId("cnt", contact) ?? nilId);
        const rows = await service.list(ctx.tx, id, { status, contactId }, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderRun);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/flows/:id/runs",
      operationId: "startFlowRun",
      tag,
      summary: "Start a flow manually",
      description: "Runs for a contact or in a conversation. Trigger and conditions are not checked.",
      scope: "flows:write",
      params: IdParams,
      body: StartRun,
      response: FlowRunWithSteps,
      errors: ["conflict"],
      wakeTopics: ["flows"],
      exists: async (ctx: TxContext, params: { id: string }) => {
        await flows.find(ctx.tx, params.id);
      },
      example: { body: { contactId: "cnt_01980000000070008000000000000000" } },
      handle: (ctx, { params, body }) => service.start(ctx, params.id, body),
    }),
    readRoute({
      method: "GET",
      path: "/flow-runs/:id",
      operationId: "getFlowRun",
      tag,
      summary: "Get a flow run with its steps",
      scope: "flows:read",
      params: IdParams,
      response: FlowRunWithSteps,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/flow-runs/:id/cancel",
      operationId: "cancelFlowRun",
      tag,
      summary: "Cancel a flow run",
      description: "No further steps run; completed steps are not undone.",
      scope: "flows:write",
      params: IdParams,
      response: FlowRunWithSteps,
      errors: ["invalid_transition"],
      exists: async (ctx: TxContext, params: { id: string }) => {
        await service.find(ctx.tx, params.id);
      },
      handle: (ctx, { params }) => service.cancel(ctx, params.id),
    }),
  ];
}
