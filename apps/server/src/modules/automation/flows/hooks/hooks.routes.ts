import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, publicRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import { tag } from "../definition/flows.routes.ts";
import type { FlowsService } from "../definition/flows.service.ts";
import { FlowHook, FlowHookAnswer, FlowHookWithUrl, HookBody, HookParams } from "./hooks.schema.ts";
import type { HooksService } from "./hooks.service.ts";

export function hookRoutes(service: HooksService, flows: Pick<FlowsService, "find">): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await flows.find(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/flows/:id/webhook",
      operationId: "getFlowHook",
      tag,
      summary: "Get whether a flow has a webhook address, without its secret",
      scope: "flows:read",
      params: IdParams,
      response: FlowHook,
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/flows/:id/webhook",
      operationId: "createFlowHook",
      tag,
      summary: "Create a flow's webhook address; the previous one stops working",
      description:
        "For a flow with a `webhook` trigger. The address is shown only in this response: anyone who knows it can start the flow.",
      scope: "flows:write",
      params: IdParams,
      response: FlowHookWithUrl,
      hasSecretResponse: true,
      errors: ["conflict"],
      exists,
      handle: (ctx, { params }) => service.put(ctx, params.id),
    }),
    writeRoute({
      method: "DELETE",
      path: "/flows/:id/webhook",
      operationId: "deleteFlowHook",
      tag,
      summary: "Delete a flow's webhook address",
      scope: "flows:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
    publicRoute({
      method: "POST",
      path: "/public/flow-hooks/:token",
      operationId: "callFlowHook",
      tag,
      summary: "Start a flow through its webhook address",
      description:
        "For other systems: the address is the credential. A repeated `idempotency-key` starts only one run within a year, even after that run has been removed. Up to 600 calls a minute per flow. 409 when the flow is not active; 403 when a contact would have to be created and the plan's limit is reached.",
      scope: null,
      params: HookParams,
      body: HookBody,
      response: FlowHookAnswer,
      errors: ["not_found", "conflict", "entitlement_exceeded", "validation_error"],
      rules: "The contact is not where the trigger expects it, does not exist, or several contacts match",
      example: { body: { customer: { phone: "+447700900123", name: "Ada" }, order: { number: "A-17", total: 120 } } },
      handle: async (ctx, body, params) => ({ body: await service.call(ctx, params.token, body) }),
    }),
  ];
}
