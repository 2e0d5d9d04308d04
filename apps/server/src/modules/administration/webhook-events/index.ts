import type { Reach } from "#platform/auth/reach.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { webhookEventRoutes } from "./webhook-events.routes.ts";
import { createWebhookEventsService } from "./webhook-events.service.ts";

/**
 * What platforms sent us and what we sent to endpoints, as one list of records. Read-only: modules/channels/callbacks
 * and modules/events/webhooks own the rows.
 */
export function createWebhookEventsModule(deps: { reach: Reach; pager: Pager }) {
  return { routes: webhookEventRoutes(createWebhookEventsService(deps)) };
}
