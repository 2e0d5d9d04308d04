import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted } from "#platform/http/schemas.ts";
import {
  FailedWorkList,
  FailedWorkParams,
  ListFailedWorkQuery,
  ListQueueStatsQuery,
  QueueParams,
  QueueRetry,
  QueueStatsList,
} from "./queues.schema.ts";
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
      summary: "Retry a queue's failed jobs",
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
    readRoute({
      method: "GET",
      path: "/admin/queues/:name/failed",
      operationId: "listFailedWork",
      tag,
      summary: "List a queue's failed jobs, newest first",
      description: "Covers all organizations, with the reason for each failure. Contains no customers' texts.",
      scope: "admin:read",
      platformOnly: true,
      params: QueueParams,
      query: ListFailedWorkQuery,
      response: FailedWorkList,
      errors: ["invalid_cursor"],
      handle: (ctx, { params, query }) => service.listFailed(ctx, params.name, query.limit, query.cursor),
    }),
    writeRoute({
      method: "POST",
      path: "/admin/queues/:name/failed/:id/retry",
      operationId: "retryFailedWork",
      tag,
      summary: "Retry a failed job",
      description: "Like POST /admin/queues/{name}/retry, for one row. 409 if it cannot be requeued now.",
      scope: "admin:write",
      platformOnly: true,
      params: FailedWorkParams,
      response: QueueRetry,
      errors: ["conflict"],
      exists: async (ctx, params) => {
        await service.findFailed(ctx, params);
      },
      handle: (ctx, { params }) => service.retryOne(ctx, params),
    }),
    writeRoute({
      method: "DELETE",
      path: "/admin/queues/:name/failed/:id",
      operationId: "discardFailedWork",
      tag,
      summary: "Discard a failed job",
      description:
        "It is dropped without being done, with an audit log entry in its organization. 409 if it has to be ended through its own resource instead.",
      scope: "admin:write",
      platformOnly: true,
      params: FailedWorkParams,
      response: Deleted,
      errors: ["conflict"],
      exists: async (ctx, params) => {
        await service.findFailed(ctx, params);
      },
      handle: (ctx, { params }) => service.discard(ctx, params),
    }),
  ];
}
