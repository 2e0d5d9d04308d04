import type { Reach } from "#platform/auth/reach.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { CreatePrice, ListPricesQuery, Price, PriceList, UpdatePrice } from "./pricing.schema.ts";
import type { PricingService } from "./pricing.service.ts";

export function pricingRoutes(deps: { reach: Reach; pager: Pager }, service: PricingService): AnyRoute[] {
  const { reach, pager } = deps;
  const tag = "Administration";
  const within = <T>(ctx: TxContext, params: { id: string }, verb: (ctx: TxContext, id: string) => Promise<T>) =>
    reach.withinOwner(ctx, "pricing", parseWireId("prc", params.id), verb);
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await within(ctx, params, (there, id) => service.find(there.tx, id));
  };

  async function page(ctx: TxContext, activeOnly: boolean, query: { limit: number; cursor?: string }) {
    const filters = { list: activeOnly ? "active prices" : "prices" };
    const rows = await service.list(activeOnly, pager.read(ctx.tenantId, filters, query.cursor), query.limit + 1);
    return pager.page(ctx.tenantId, filters, rows, query.limit, (row) => [row.position, row.id], service.render);
  }

  return [
    readRoute({
      method: "GET",
      path: "/admin/billing/pricing",
      operationId: "listPrices",
      tag,
      summary: "List all prices",
      description: "One list for the whole installation, including inactive prices.",
      scope: "admin:read",
      query: ListPricesQuery,
      response: PriceList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) => page(ctx, false, query),
    }),
    writeRoute({
      method: "POST",
      path: "/admin/billing/pricing",
      operationId: "createPrice",
      tag,
      summary: "Create a price for a model",
      scope: "admin:write",
      platformOnly: true,
      body: CreatePrice,
      response: Price,
      errors: ["already_exists"],
      example: { body: { modelName: "large-chat", costPerRequest: 0.0125, description: "Per answer of the chatbot" } },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    writeRoute({
      method: "PUT",
      path: "/admin/billing/pricing/:id",
      operationId: "updatePrice",
      tag,
      summary: "Update a price",
      description: "Past charges keep their cost. Omitted fields keep their values.",
      scope: "admin:write",
      platformOnly: true,
      params: IdParams,
      body: UpdatePrice,
      response: Price,
      exists,
      example: { body: { costPerRequest: 0.01, isActive: true } },
      handle: (ctx, { params, body }) => within(ctx, params, (there, id) => service.update(there, id, body)),
    }),
    writeRoute({
      method: "DELETE",
      path: "/admin/billing/pricing/:id",
      operationId: "deletePrice",
      tag,
      summary: "Delete a price",
      description: "Transactions keep the name and the cost they were charged with.",
      scope: "admin:write",
      platformOnly: true,
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => within(ctx, params, (there, id) => service.delete(there, id)),
    }),
    readRoute({
      method: "GET",
      path: "/billing/pricing",
      operationId: "listActivePrices",
      tag: "Billing",
      summary: "List current prices",
      scope: "billing:read",
      query: ListPricesQuery,
      response: PriceList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) => page(ctx, true, query),
    }),
  ];
}
