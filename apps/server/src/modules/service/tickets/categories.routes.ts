import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { listCategories } from "./categories.queries.ts";
import { type CategoriesService, renderCategory } from "./categories.service.ts";
import {
  CreateTicketCategory,
  ListTicketCategoriesQuery,
  TicketCategory,
  TicketCategoryList,
  UpdateTicketCategory,
} from "./tickets.schema.ts";

const tag = "Tickets";

export function categoryRoutes(service: CategoriesService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.find(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/ticket-categories",
      operationId: "listTicketCategories",
      tag,
      summary: "List ticket categories, newest first",
      scope: "tickets:read",
      query: ListTicketCategoriesQuery,
      response: TicketCategoryList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor } }) {
        const filters = { list: "ticket-categories" };
        const rows = await listCategories(ctx.tx, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderCategory);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/ticket-categories",
      operationId: "createTicketCategory",
      tag,
      summary: "Create a ticket category",
      scope: "tickets:write",
      body: CreateTicketCategory,
      response: TicketCategory,
      errors: ["already_exists"],
      example: { body: { name: "Returns", description: "Goods that come back" } },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/ticket-categories/:id",
      operationId: "getTicketCategory",
      tag,
      summary: "Get a ticket category",
      scope: "tickets:read",
      params: IdParams,
      response: TicketCategory,
      handle: async (ctx, { params }) => renderCategory(await service.find(ctx.tx, params.id)),
    }),
    writeRoute({
      method: "PATCH",
      path: "/ticket-categories/:id",
      operationId: "updateTicketCategory",
      tag,
      summary: "Rename a ticket category",
      description: "The new name appears on every ticket of the category.",
      scope: "tickets:write",
      params: IdParams,
      body: UpdateTicketCategory,
      response: TicketCategory,
      errors: ["already_exists"],
      exists,
      example: { body: { name: "Returns and refunds" } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/ticket-categories/:id",
      operationId: "deleteTicketCategory",
      tag,
      summary: "Delete a ticket category",
      description: "Its tickets stay, without a category.",
      scope: "tickets:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
  ];
}
