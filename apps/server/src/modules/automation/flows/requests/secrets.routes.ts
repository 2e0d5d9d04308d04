import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { tag } from "../definition/flows.routes.ts";
import { CreateFlowSecret, FlowSecret, FlowSecretList, ListFlowSecretsQuery, UpdateFlowSecret } from "./secrets.schema.ts";
import { renderSecret, type SecretsService } from "./secrets.service.ts";

export function secretRoutes(service: SecretsService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.find(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/flow-secrets",
      operationId: "listFlowSecrets",
      tag,
      summary: "List flow secrets by name",
      description: "Values are not returned.",
      scope: "flows:read",
      query: ListFlowSecretsQuery,
      response: FlowSecretList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor } }) {
        const filters = { list: "flow-secrets" };
        const rows = await service.list(ctx.tx, pager.read(ctx.tenantId, filters, cursor)?.[0] ?? null, limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.name], renderSecret);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/flow-secrets",
      operationId: "createFlowSecret",
      tag,
      summary: "Create a flow secret",
      description:
        "Encrypted, and never shown again. `http_request` steps refer to it as `{{secrets.NAME}}` in their address, headers and body. It appears in no history, log, event or snapshot. It is sent only to its `hosts`, whatever a step says. At most 100 per organization.",
      scope: "flows:write",
      body: CreateFlowSecret,
      response: FlowSecret,
      errors: ["already_exists", "conflict"],
      example: { body: { name: "SHOP_TOKEN", value: "the token of your shop", hosts: ["api.shop.example"] } },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/flow-secrets/:id",
      operationId: "getFlowSecret",
      tag,
      summary: "Get a flow secret, without its value",
      scope: "flows:read",
      params: IdParams,
      response: FlowSecret,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/flow-secrets/:id",
      operationId: "updateFlowSecret",
      tag,
      summary: "Update a flow secret",
      description: "The next request uses the new value. Changing `hosts` also needs the scope `organization:write`.",
      scope: "flows:write",
      params: IdParams,
      body: UpdateFlowSecret,
      response: FlowSecret,
      errors: ["already_exists", "insufficient_scope"],
      exists,
      example: { body: { value: "another token of your shop" } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/flow-secrets/:id",
      operationId: "deleteFlowSecret",
      tag,
      summary: "Delete a flow secret",
      description: "Requests that use it fail from then on.",
      scope: "flows:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
  ];
}
