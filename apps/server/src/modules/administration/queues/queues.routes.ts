import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { ListQueueStatsQuery, QueueParams, QueueRetry, QueueStatsList } from "./queues.schema.ts";
import type { QueuesService } from "./queues.service.ts";

const tag = "Administration";

export function queueRoutes(service: QueuesService): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/admin/queues/stats",
      operationId: "getQueueStats",
      tag,
      summary: "List the installation's queues and their status",
      scope: "admin:read",
      platformOnly: true,
      query: ListQueueStatsQuery,
      response: QueueStatsList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) => service.stats(ctx, query.limit, query.cursor),
    }),
    writeRoute({
      method: "POST",
      path: "/admin/queues/:name/retry",
      operationId: "retryQueue",
      tag,
      summary: "Retry failed work of a queue",
      description:
        "At most 1,000 rows per call; each organization concerned gets an audit log entry. A message whose outcome is unknown is never sent again.",
      scope: "admin:write",
      platformOnly: true,
      params: QueueParams,
      response: QueueRetry,
      exists: async (_ctx, params) => {
        service.get(params.name);
      },
      handle: (ctx, { params }) => service.retry(ctx, params.name),
    }),
  ];
}
