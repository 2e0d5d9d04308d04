import { Type } from "typebox";
import { csvFile } from "#platform/csv/write.ts";
import type { Database } from "#platform/db/database.ts";
import { type AnyRoute, contentRoute, readRoute } from "#platform/http/route.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { CsatFilter } from "./csat.queries.ts";
import { CsatResponseList, CsatSummary, CsatSummaryQuery, ListCsatResponsesQuery } from "./csat.schema.ts";
import { type CsatService, renderResponse } from "./csat.service.ts";

const tag = "Customer satisfaction";

/** A filter id that cannot exist: it matches nothing, exactly like another tenant's id. */
const nilId = "00000000-0000-0000-0000-000000000000";

export function csatRoutes(service: CsatService, pager: Pager, database: Pick<Database, "withTenant">): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/csat/responses",
      operationId: "listCsatResponses",
      tag,
      summary: "List customer ratings, newest first",
      description: "since and until apply to the time of the rating.",
      scope: "metrics:read",
      query: ListCsatResponsesQuery,
      response: CsatResponseList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, ...wireFilters } }) {
        const filters = { list: "csat responses", ...wireFilters };
        const rows = await service.list(ctx, filterOf(wireFilters), pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderResponse);
      },
    }),
    readRoute({
      method: "GET",
      path: "/csat/summary",
      operationId: "getCsatSummary",
      tag,
      summary: "Get the customer satisfaction score",
      description: "since and until apply to the time of the question, so that the response rate covers the same resolutions.",
      scope: "metrics:read",
      query: CsatSummaryQuery,
      response: CsatSummary,
      handle: (ctx, { query }) => service.summary(ctx, filterOf(query)),
    }),
    contentRoute({
      method: "GET",
      path: "/csat/summary.csv",
      operationId: "getCsatSummaryFile",
      tag,
      summary: "Download the number of answers by rating as CSV",
      description: "The ratings of GET /csat/summary, one per line.",
      scope: "metrics:read",
      changing: true,
      query: CsatSummaryQuery,
      response: Type.String(),
      async open(ctx, _params, query) {
        const { ratings, since } = await database.withTenant(ctx.tenantId, (tx) => service.summary({ ...ctx, tx }, filterOf(query)));
        const rows = Object.entries(ratings).map(([rating, answers]) => [Number(rating), answers]);
        return csvFile(`csat-ratings${since === null ? "" : `-${since.slice(0, 10)}`}.csv`, ["rating", "answers"], rows);
      },
    }),
  ];
}

interface FilterQuery {
  channelId?: string;
  assigneeId?: string;
  conversationId?: string;
  rating?: number;
  since?: string;
  until?: string;
}

function filterOf(given: FilterQuery): CsatFilter {
  const { channelId, assigneeId, conversationId, since, until } = given;
  return {
    rating: given.rating,
    channelId: channelId === undefined ? undefined : (parseWireId("chn", channelId) ?? nilId),
    assigneeId:
      assigneeId === undefined
        ? undefined
        : assigneeId === "none"
          ? null
          : (parseWireId("agt", assigneeId) ?? parseWireId("usr", assigneeId) ?? nilId),
    conversationId: conversationId === undefined ? undefined : (parseWireId("conv", conversationId) ?? nilId),
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  };
}
