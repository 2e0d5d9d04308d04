import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Retention, UpdateRetention } from "./retention.schema.ts";
import type { RetentionService } from "./retention.service.ts";

const tag = "Privacy";

export function retentionRoutes(service: RetentionService): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/organization/retention",
      operationId: "getRetention",
      tag,
      summary: "Get the retention periods",
      scope: "organization:read",
      response: Retention,
      handle: (ctx) => service.get(ctx.tx),
    }),
    writeRoute({
      method: "PUT",
      path: "/organization/retention",
      operationId: "updateRetention",
      tag,
      summary: "Update the retention periods",
      description: "Older data is removed within the hour, permanently. Export files are always kept for 7 days.",
      scope: "organization:write",
      body: UpdateRetention,
      response: Retention,
      example: { body: { messagesDays: 730, mediaDays: 365, auditDays: null } },
      handle: (ctx, { body }) => service.update(ctx, body),
    }),
  ];
}
