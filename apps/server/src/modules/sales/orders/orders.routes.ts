import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { normalForm } from "#platform/text/normal.ts";
import { renderOrder } from "./orders.render.ts";
import { CreateOrder, ListOrdersQuery, Order, OrderList, UpdateOrder } from "./orders.schema.ts";
import type { OrdersService } from "./orders.service.ts";

const tag = "Orders";
const rules =
  "A discount cannot exceed the amount it applies to; a given subtotal or total must equal the computed one; no amount may exceed 1,000,000,000,000.";

/** For a filter id that cannot exist: it matches nothing, exactly like another tenant's. */
const nilId = "00000000-0000-0000-0000-000000000000";

export function orderRoutes(service: OrdersService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/orders",
      operationId: "listOrders",
      tag,
      summary: "List orders, newest first",
      scope: "pipeline:read",
      query: ListOrdersQuery,
      response: OrderList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, ...wireFilters } }) {
        const filter = {
          status: wireFilters.status,
          contactId: wireFilters.contactId === undefined ? undefined : (parseWireId("cnt", wireFilters.contactId) ?? nilId),
          conversationId: wireFilters.conversationId === undefined ? undefined : (parseWireId("conv", wireFilters.conversationId) ?? nilId),
          number: wireFilters.number === undefined ? undefined : normalForm("NFC", wireFilters.number.trim()),
          externalReference:
            wireFilters.externalReference === undefined ? undefined : normalForm("NFC", wireFilters.externalReference.trim()),
        };
        const filters = { list: "orders", ...filter };
        const rows = await service.list(ctx.tx, filter, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderOrder);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/orders",
      operationId: "createOrder",
      tag,
      summary: "Create an order",
      description: "Totals are computed; given totals are checked. Without a number the order gets the tenant's next one.",
      scope: "pipeline:write",
      body: CreateOrder,
      response: Order,
      errors: ["already_exists", "conflict"],
      rules,
      example: {
        body: {
          contactId: "cnt_019a8b7c6d5e7f008123456789abcdef",
          items: [
            { name: "Desk, oak", sku: "D-100", quantity: 2, unitPrice: 249.9, discount: 20 },
            { name: "Cable, per metre", quantity: 1.5, unitPrice: 3.2 },
          ],
          currency: "EUR",
          tax: 92.09,
          shipping: 15,
          externalReference: "shop-7731",
        },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/orders/:id",
      operationId: "getOrder",
      tag,
      summary: "Get an order",
      scope: "pipeline:read",
      params: IdParams,
      response: Order,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/orders/:id",
      operationId: "updateOrder",
      tag,
      summary: "Update an order or its status",
      description:
        "Allowed status changes: draft to pending, paid or cancelled; pending to draft, paid or cancelled; paid to fulfilled or refunded; fulfilled to refunded; others are 409. Items and amounts can be changed only in draft and pending.",
      scope: "pipeline:write",
      params: IdParams,
      body: UpdateOrder,
      response: Order,
      errors: ["already_exists", "conflict", "invalid_transition"],
      rules,
      exists,
      example: { body: { status: "paid" } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/orders/:id",
      operationId: "deleteOrder",
      tag,
      summary: "Delete an order that was never paid",
      scope: "pipeline:write",
      params: IdParams,
      response: Deleted,
      errors: ["conflict"],
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
  ];
}
