import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { listDeliveries, listEndpoints } from "./webhooks.queries.ts";
import { renderDelivery, renderWebhook, storedState } from "./webhooks.render.ts";
import {
  CreateReplay,
  CreateWebhook,
  Delivery,
  DeliveryDetail,
  DeliveryList,
  DeliveryParams,
  ListDeliveriesQuery,
  ListWebhooksQuery,
  FilterVerdict,
  Replay,
  ReplayParams,
  TestFilter,
  UpdateWebhook,
  Webhook,
  WebhookList,
  WebhookWithSecret,
} from "./webhooks.schema.ts";
import type { WebhooksService } from "./webhooks.service.ts";

const tag = "Webhooks";
const newest = (row: { created_at: Date; id: string }) => [row.created_at.toISOString(), row.id];

export function webhookRoutes(service: WebhooksService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/webhooks",
      operationId: "listWebhooks",
      tag,
      summary: "List webhooks",
      scope: "webhooks:read",
      query: ListWebhooksQuery,
      response: WebhookList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query }) {
        const filters = { list: "webhooks", status: query.status };
        const rows = await listEndpoints(ctx.tx, query.status, pager.read(ctx.tenantId, filters, query.cursor), query.limit + 1);
        return pager.page(ctx.tenantId, filters, rows, query.limit, newest, (row) => renderWebhook(row, ctx.now));
      },
    }),
    writeRoute({
      method: "POST",
      path: "/webhooks",
      operationId: "createWebhook",
      tag,
      summary: "Create a webhook",
      description:
        "The response contains the signing secret, which is never shown again. Events from now on are delivered at least once each: use the event's id to drop duplicates.",
      scope: "webhooks:write",
      body: CreateWebhook,
      response: WebhookWithSecret,
      hasSecretResponse: true,
      errors: ["entitlement_exceeded"],
      example: { body: { url: "https://example.com/hooks/inbox", events: ["message.received", "message.status"] } },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/webhooks/:id",
      operationId: "getWebhook",
      tag,
      summary: "Get a webhook",
      scope: "webhooks:read",
      params: IdParams,
      response: Webhook,
      handle: async (ctx, { params }) => renderWebhook(await service.get(ctx.tx, params.id), ctx.now),
    }),
    writeRoute({
      method: "PATCH",
      path: "/webhooks/:id",
      operationId: "updateWebhook",
      tag,
      summary: "Update, pause or re-activate a webhook",
      description: "A new address on another host needs the headers again, if there are any: they may contain that host's credential.",
      rules: "The address is on another host, and the headers are missing.",
      scope: "webhooks:write",
      params: IdParams,
      body: UpdateWebhook,
      response: Webhook,
      exists,
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/webhooks/:id",
      operationId: "deleteWebhook",
      tag,
      summary: "Delete a webhook and its deliveries",
      scope: "webhooks:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/webhooks/:id/rotate-secret",
      operationId: "rotateWebhookSecret",
      tag,
      summary: "Rotate the signing secret",
      description:
        "For 24 hours `webhook-signature` carries signatures of both secrets, or of both ed25519 keys; `X-Service-Signature` uses the new secret at once. The new secret is shown only in this response.",
      scope: "webhooks:write",
      params: IdParams,
      response: WebhookWithSecret,
      hasSecretResponse: true,
      exists,
      handle: (ctx, { params }) => service.rotate(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/webhooks/:id/test",
      operationId: "testWebhook",
      tag,
      summary: "Send a webhook.test event to this webhook",
      description: "Returns the delivery at once; read it again for its result. Also works while the webhook is paused or disabled.",
      scope: "webhooks:write",
      params: IdParams,
      response: Delivery,
      exists,
      handle: (ctx, { params }) => service.test(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/webhooks/:id/test-filter",
      operationId: "testWebhookFilter",
      tag,
      summary: "Check whether an event would be delivered",
      description: "Changes and sends nothing. With `filter` that filter is tested instead of the webhook's own.",
      scope: "webhooks:write",
      params: IdParams,
      body: TestFilter,
      response: FilterVerdict,
      exists,
      example: {
        body: {
          type: "message.received",
          data: { message: { type: "image" } },
          filter: [{ path: "message.type", op: "eq", value: "image" }],
        },
      },
      handle: (ctx, { params, body }) => service.testFilter(ctx, params.id, body),
    }),
    readRoute({
      method: "GET",
      path: "/webhooks/:id/deliveries",
      operationId: "listDeliveries",
      tag,
      summary: "List the deliveries of a webhook, newest first",
      scope: "webhooks:read",
      params: IdParams,
      query: ListDeliveriesQuery,
      response: DeliveryList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query }) {
        const endpoint = await service.get(ctx.tx, params.id);
        const filters = { list: "deliveries", endpoint: endpoint.id, state: query.state };
        const rows = await listDeliveries(
          ctx.tx,
          endpoint.id,
          query.state === undefined ? null : storedState(query.state),
          pager.read(ctx.tenantId, filters, query.cursor),
          query.limit + 1,
        );
        return pager.page(ctx.tenantId, filters, rows, query.limit, newest, renderDelivery);
      },
    }),
    readRoute({
      method: "GET",
      path: "/webhooks/:id/deliveries/:deliveryId",
      operationId: "getDelivery",
      tag,
      summary: "Get a delivery with its event and attempts",
      scope: "webhooks:read",
      params: DeliveryParams,
      response: DeliveryDetail,
      handle: (ctx, { params }) => service.deliveryDetail(ctx, params.id, params.deliveryId),
    }),
    writeRoute({
      method: "POST",
      path: "/webhooks/:id/deliveries/:deliveryId/retry",
      operationId: "retryDelivery",
      tag,
      summary: "Retry a delivery now",
      scope: "webhooks:write",
      params: DeliveryParams,
      response: Delivery,
      errors: ["conflict"],
      exists: (ctx, params) => service.deliveryExists(ctx, params.id, params.deliveryId),
      handle: (ctx, { params }) => service.retry(ctx, params.id, params.deliveryId),
    }),
    writeRoute({
      method: "POST",
      path: "/webhooks/:id/replay",
      operationId: "replayWebhook",
      tag,
      summary: "Replay past events",
      description:
        "Delivers every event of the period that matches the webhook's current selection again, with its original id, including events skipped while the webhook was paused or disabled.",
      scope: "webhooks:write",
      params: IdParams,
      body: CreateReplay,
      response: Replay,
      errors: ["conflict"],
      exists,
      example: { body: { since: "2026-11-20T00:00:00.000Z" } },
      handle: (ctx, { params, body }) => service.replay(ctx, params.id, body),
    }),
    readRoute({
      method: "GET",
      path: "/webhooks/:id/replays/:replayId",
      operationId: "getReplay",
      tag,
      summary: "Get the progress of a replay",
      scope: "webhooks:read",
      params: ReplayParams,
      response: Replay,
      handle: (ctx, { params }) => service.getReplay(ctx, params.id, params.replayId),
    }),
  ];
}
