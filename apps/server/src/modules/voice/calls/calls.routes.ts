import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { Call, CallList, CallWithTurns, ListCallsQuery } from "./calls.schema.ts";
import { type CallsService, renderCall } from "./calls.service.ts";

const tag = "Calls";

export function callRoutes(service: CallsService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.find(ctx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/calls",
      operationId: "listCalls",
      tag,
      summary: "List calls, newest first",
      description: "A member sees calls of the conversations that they see.",
      scope: "voice:read",
      query: ListCallsQuery,
      response: CallList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, ...filter } }) {
        const filters = { list: "calls", ...filter };
        const rows = await service.list(ctx, filter, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderCall);
      },
    }),
    readRoute({
      method: "GET",
      path: "/calls/:id",
      operationId: "getCall",
      tag,
      summary: "Get a call with its transcript",
      scope: "voice:read",
      params: IdParams,
      response: CallWithTurns,
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/calls/:id/hang-up",
      operationId: "hangUpCall",
      tag,
      summary: "End a call that is in progress",
      description: "Within seconds: the voice agent says goodbye first. 409 `conflict` unless the call is in progress.",
      scope: "voice:write",
      params: IdParams,
      response: Call,
      errors: ["conflict"],
      exists,
      handle: (ctx, { params }) => service.request(ctx, params.id, "hang_up"),
    }),
    writeRoute({
      method: "POST",
      path: "/calls/:id/transfer",
      operationId: "transferCall",
      tag,
      summary: "Transfer a call that is in progress",
      description:
        "To the telephone number in the voice agent's settings, within its hours; otherwise nothing happens. 409 `conflict` unless the call is in progress.",
      scope: "voice:write",
      params: IdParams,
      response: Call,
      errors: ["conflict"],
      exists,
      handle: (ctx, { params }) => service.request(ctx, params.id, "transfer"),
    }),
  ];
}
