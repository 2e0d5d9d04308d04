import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { CreateSlaPolicy, ListSlaPoliciesQuery, SlaPolicy, SlaPolicyList, UpdateSlaPolicy } from "./sla-policies.schema.ts";
import { renderPolicy, type SlaPoliciesService } from "./sla-policies.service.ts";

const tag = "SLA policies";
const rules = "targets needs at least one number.";

export function slaPolicyRoutes(service: SlaPoliciesService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/sla-policies",
      operationId: "listSlaPolicies",
      tag,
      summary: "List SLA policies, newest first",
      scope: "agents:read",
      query: ListSlaPoliciesQuery,
      response: SlaPolicyList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor } }) {
        const filters = { list: "sla policies" };
        const rows = await service.list(ctx.tx, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.cursor, row.id], renderPolicy);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/sla-policies",
      operationId: "createSlaPolicy",
      tag,
      summary: "Create an SLA policy",
      description:
        "A policy is assigned to tickets and conversations when they start, reopen, or change priority, labels or division. Clocks pause while waiting for the customer, for a date or for the chatbot.",
      scope: "agents:write",
      body: CreateSlaPolicy,
      response: SlaPolicy,
      errors: ["already_exists", "conflict"],
      rules,
      example: {
        body: {
          name: "Standard",
          targets: {
            medium: { firstResponseMinutes: 60, nextResponseMinutes: 120, resolutionMinutes: 1440 },
            urgent: { firstResponseMinutes: 15, resolutionMinutes: 240 },
          },
          businessHoursOnly: true,
          isDefault: true,
        },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/sla-policies/:id",
      operationId: "getSlaPolicy",
      tag,
      summary: "Get an SLA policy",
      scope: "agents:read",
      params: IdParams,
      response: SlaPolicy,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/sla-policies/:id",
      operationId: "updateSlaPolicy",
      tag,
      summary: "Update an SLA policy",
      description: "Running targets keep their deadlines until the policy is assigned again.",
      scope: "agents:write",
      params: IdParams,
      body: UpdateSlaPolicy,
      response: SlaPolicy,
      errors: ["already_exists", "conflict"],
      rules,
      exists,
      example: { body: { conditions: { labels: ["vip"] }, order: 10 } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/sla-policies/:id",
      operationId: "deleteSlaPolicy",
      tag,
      summary: "Delete an SLA policy",
      description: "It is no longer assigned; running targets keep their deadlines.",
      scope: "agents:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
  ];
}
