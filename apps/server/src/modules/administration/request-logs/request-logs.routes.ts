import { type AnyRoute, readRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { RequestLogDetail, RequestLogList, RequestLogQuery } from "./request-logs.schema.ts";
import type { RequestLogsService } from "./request-logs.service.ts";

const tag = "Request log";

/** @param flush makes every request that this process has answered visible to the reader */
export function requestLogRoutes(service: RequestLogsService, flush: () => Promise<void>): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/request-logs",
      operationId: "listRequestLogs",
      tag,
      summary: "List requests made with API keys, newest first",
      description:
        "Requests of the last 7 days whose key was verified, including refused ones; not those of people in the dashboard. A request appears within seconds. Under heavy load some are left out, successful ones first.",
      scope: "organization:read",
      query: RequestLogQuery,
      response: RequestLogList,
      errors: ["invalid_cursor"],
      prepare: flush,
      handle: (ctx, { query }) => service.list(ctx, query),
    }),
    readRoute({
      method: "GET",
      path: "/request-logs/:id",
      operationId: "getRequestLog",
      tag,
      summary: "Get a request made with an API key, with its redacted bodies",
      scope: "organization:read",
      params: IdParams,
      response: RequestLogDetail,
      prepare: flush,
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
  ];
}
