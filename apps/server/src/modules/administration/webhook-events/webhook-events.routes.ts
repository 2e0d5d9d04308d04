import { type AnyRoute, readRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { WebhookEventList, WebhookEventsQuery, WebhookEventWithPayload } from "./webhook-events.schema.ts";
import type { WebhookEventsService } from "./webhook-events.service.ts";

const tag = "Administration";

export function webhookEventRoutes(service: WebhookEventsService): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/admin/webhook-events",
      operationId: "listWebhookEvents",
      tag,
      summary: "List platform callbacks and webhook deliveries, newest first",
      description: "Covers all organizations for the platform, and the own organization for everybody else.",
      scope: "admin:read",
      query: WebhookEventsQuery,
      response: WebhookEventList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) => service.list(ctx, query),
    }),
    readRoute({
      method: "GET",
      path: "/admin/webhook-events/:id",
      operationId: "getWebhookEvent",
      tag,
      summary: "Get a callback or a delivery with its payload",
      scope: "admin:read",
      params: IdParams,
      response: WebhookEventWithPayload,
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
  ];
}
