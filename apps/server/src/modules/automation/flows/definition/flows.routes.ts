import { Type } from "typebox";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import {
  CreateFlow,
  Flow,
  FlowList,
  FlowValidation,
  FlowVersion,
  FlowVersionList,
  ListFlowsQuery,
  ListVersionsQuery,
  UpdateFlow,
} from "./flows.schema.ts";
import { type FlowsService, renderFlow, renderVersion } from "./flows.service.ts";

export const tag = "Flows";
const VersionParams = Type.Object({ id: Type.String(), version: Type.String({ description: "The version's number" }) });

export function flowRoutes(service: FlowsService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.find(ctx.tx, params.id);
  };

  return [
    readRoute({
      method: "GET",
      path: "/flows",
      operationId: "listFlows",
      tag,
      summary: "List flows, newest first",
      scope: "flows:read",
      query: ListFlowsQuery,
      response: FlowList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, status } }) {
        const filters = { list: "flows", status };
        const rows = await service.list(ctx.tx, status, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => [row.position, row.id],
          (row) => renderFlow(row, ctx.now),
        );
      },
    }),
    writeRoute({
      method: "POST",
      path: "/flows",
      operationId: "createFlow",
      tag,
      summary: "Create a flow",
      description: "Creates a draft, which nothing starts until it is activated. It may be unfinished; `validate` lists what is missing.",
      scope: "flows:write",
      body: CreateFlow,
      response: Flow,
      rules: "A step would send a secret to a host that is not one of the secret's hosts: `details` names the step's `url`.",
      errors: ["entitlement_exceeded"],
      example: {
        body: {
          name: "Price question",
          trigger: { type: "message.keyword", keywords: ["price", "cost"], mode: "word" },
          conditions: { rules: [{ field: "optIn", op: "neq", value: "opted_out" }] },
          steps: [
            { type: "add_tag", tag: "interested" },
            { type: "send_message", text: "Hello {{contact.firstName|there}}, how many seats do you need?" },
            { type: "wait_for_reply", timeoutSeconds: 3_600, onTimeout: [{ type: "add_note", text: "No answer within an hour." }] },
          ],
        },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/flows/:id",
      operationId: "getFlow",
      tag,
      summary: "Get a flow",
      scope: "flows:read",
      params: IdParams,
      response: Flow,
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/flows/:id",
      operationId: "updateFlow",
      tag,
      summary: "Update a flow",
      description:
        "An active flow keeps running the activated version until it is activated again. Runs keep the version they started with. A step that sends a secret of the flow to a different host than before also needs the scope `organization:write`.",
      scope: "flows:write",
      params: IdParams,
      body: UpdateFlow,
      response: Flow,
      rules: "A step would send a secret to a host that is not one of the secret's hosts: `details` names the step's `url`.",
      errors: ["insufficient_scope"],
      exists,
      example: { body: { steps: [{ type: "add_tag", tag: "lead" }] } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/flows/:id",
      operationId: "deleteFlow",
      tag,
      summary: "Delete a flow",
      description: "Also deletes its versions and runs; waiting runs end. Not possible while it is active.",
      scope: "flows:write",
      params: IdParams,
      response: Deleted,
      errors: ["conflict"],
      wakeTopics: ["flows"],
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/flows/:id/validate",
      operationId: "validateFlow",
      tag,
      summary: "Validate a flow: list what prevents its activation",
      description: "Checks the newest version and lists each problem with its place. Nothing is changed.",
      scope: "flows:read",
      params: IdParams,
      response: FlowValidation,
      exists,
      handle: (ctx, { params }) => service.validate(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/flows/:id/activate",
      operationId: "activateFlow",
      tag,
      summary: "Activate a flow",
      description: "Its newest version is started by everything that happens from now on.",
      scope: "flows:write",
      params: IdParams,
      response: Flow,
      rules: "The flow has problems: `details` lists them, as `validate` does.",
      errors: ["validation_error"],
      exists,
      handle: (ctx, { params }) => service.activate(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/flows/:id/deactivate",
      operationId: "deactivateFlow",
      tag,
      summary: "Deactivate a flow",
      description: "Nothing starts it any longer. Runs already started continue; they can be cancelled one by one.",
      scope: "flows:write",
      params: IdParams,
      response: Flow,
      errors: ["invalid_transition"],
      exists,
      handle: (ctx, { params }) => service.deactivate(ctx, params.id),
    }),
    readRoute({
      method: "GET",
      path: "/flows/:id/versions",
      operationId: "listFlowVersions",
      tag,
      summary: "List the versions of a flow, newest first",
      scope: "flows:read",
      params: IdParams,
      query: ListVersionsQuery,
      response: FlowVersionList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor } }) {
        const { id } = await service.find(ctx.tx, params.id);
        const filters = { list: "flow-versions", id };
        const below = pager.read(ctx.tenantId, filters, cursor)?.[0];
        const rows = await service.listVersions(ctx.tx, id, below === undefined ? null : Number(below), limit + 1);
        return pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => [String(row.version)],
          (row) => renderVersion(id, row),
        );
      },
    }),
    readRoute({
      method: "GET",
      path: "/flows/:id/versions/:version",
      operationId: "getFlowVersion",
      tag,
      summary: "Get a version of a flow",
      scope: "flows:read",
      params: VersionParams,
      response: FlowVersion,
      handle: (ctx, { params }) => service.getVersion(ctx.tx, params.id, params.version),
    }),
  ];
}
