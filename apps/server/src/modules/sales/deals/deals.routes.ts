import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { renderDeal, renderStay } from "./deals.render.ts";
import { CreateDeal, Deal, DealList, ListDealsQuery, ListStageStaysQuery, StageStayList, UpdateDeal } from "./deals.schema.ts";
import type { DealsService } from "./deals.service.ts";

const tag = "Deals";
const rules =
  "An amount needs a currency; only a deal in a lost stage has a lostReason, and needs one; stageId must be a stage of pipelineId when both are given.";

/** For a filter id that cannot exist: it matches nothing, exactly like another tenant's. */
const nilId = "00000000-0000-0000-0000-000000000000";

export function dealRoutes(service: DealsService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/deals",
      operationId: "listDeals",
      tag,
      summary: "List or search deals",
      scope: "pipeline:read",
      query: ListDealsQuery,
      response: DealList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, sort, ...wireFilters } }) {
        const filter = {
          q: wireFilters.q,
          pipelineId: wireFilters.pipelineId === undefined ? undefined : (parseWireId("pip", wireFilters.pipelineId) ?? nilId),
          stageId: wireFilters.stageId === undefined ? undefined : (parseWireId("stg", wireFilters.stageId) ?? nilId),
          ownerId: wireFilters.ownerId === undefined ? undefined : ownerFilter(wireFilters.ownerId),
          contactId: wireFilters.contactId === undefined ? undefined : (parseWireId("cnt", wireFilters.contactId) ?? nilId),
          status: wireFilters.status,
        };
        const filters = { list: "deals", sort, ...filter };
        const rows = await service.list(ctx.tx, filter, sort, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => [sort === "position" ? String(row.position) : row.created, row.id],
          renderDeal,
        );
      },
    }),
    writeRoute({
      method: "POST",
      path: "/deals",
      operationId: "createDeal",
      tag,
      summary: "Create a deal",
      description: "Belongs to a contact, or to the contact of a conversation. Default: the first open stage of the default pipeline.",
      scope: "pipeline:write",
      body: CreateDeal,
      response: Deal,
      errors: ["conflict"],
      rules,
      example: {
        body: {
          title: "Ten desks",
          amount: 4200.5,
          currency: "EUR",
          contactId: "cnt_019a8b7c6d5e7f008123456789abcdef",
          expectedCloseAt: "2027-01-31T12:00:00.000Z",
        },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/deals/:id",
      operationId: "getDeal",
      tag,
      summary: "Get a deal",
      scope: "pipeline:read",
      params: IdParams,
      response: Deal,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/deals/:id",
      operationId: "updateDeal",
      tag,
      summary: "Update a deal or move it to another stage",
      description:
        "Omitted fields keep their values; null clears a field. A move is recorded in the deal's history and sends deal.updated.",
      scope: "pipeline:write",
      params: IdParams,
      body: UpdateDeal,
      response: Deal,
      errors: ["conflict"],
      rules,
      exists,
      example: { body: { amount: 3900, currency: "EUR", expectedCloseAt: null } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/deals/:id",
      operationId: "deleteDeal",
      tag,
      summary: "Delete a deal and its history",
      scope: "pipeline:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
    readRoute({
      method: "GET",
      path: "/deals/:id/history",
      operationId: "listDealHistory",
      tag,
      summary: "List the stages a deal has been in",
      description: "Newest first, with the time spent in each; the first is the current stage.",
      scope: "pipeline:read",
      params: IdParams,
      query: ListStageStaysQuery,
      response: StageStayList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor } }) {
        const filters = { list: "deal-history", id: params.id };
        const rows = await service.history(ctx.tx, params.id, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => [row.entered, row.id],
          (row) => renderStay(row, ctx.now),
        );
      },
    }),
  ];
}

function ownerFilter(given: string): string | null {
  return given === "none" ? null : (parseWireId("agt", given) ?? parseWireId("usr", given) ?? nilId);
}
