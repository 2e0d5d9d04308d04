import { type AnyRoute, readRoute } from "#platform/http/route.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { CsatFilter } from "./csat.queries.ts";
import { CsatResponseList, CsatSummary, CsatSummaryQuery, ListCsatResponsesQuery } from "./csat.schema.ts";
import { type CsatService, renderResponse } from "./csat.service.ts";

const tag = "Customer satisfaction";

/** Filter id that cannot exist: it matches nothing, exactly like an id of another tenant. */
const nobody = "00000000-0000-0000-0000-000000000000";

export function csatRoutes(service: CsatService, pager: Pager): AnyRoute[] {
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
      async handle(ctx, { query: { limit, cursor, ...given } }) {
        const filters = { list: "csat responses", ...given };
        const rows = await service.list(ctx, filterOf(given), pager.read(ctx.tenantId, filters, cursor), limit + 1);
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
  ];
}

interface Given {
  channelId?: string;
  assigneeId?: string;
  conversationId?: string;
  rating?: number;
  since?: string;
  until?: string;
}

function filterOf(given: Given): CsatFilter {
  const { channelId, assigneeId, conversationId, since, until } = given;
  return {
    rating: given.rating,
    channelId: channelId === undefined ? undefined : (parseWireId("chn", channelId) ?? nobody),
    assigneeId:
      assigneeId === undefined
        ? undefined
        : assigneeId === "none"
          ? null
          : (parseWireId("agt", assigneeId) ?? parseWireId("usr", assigneeId) ?? nobody),
    conversationId: conversationId === undefined ? undefined : (parseWireId("conv", conversationId) ?? nobody),
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  };
}
