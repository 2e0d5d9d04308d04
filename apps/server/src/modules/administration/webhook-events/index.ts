import type { Reach } from "#platform/auth/reach.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { webhookEventRoutes } from "./webhook-events.routes.ts";
import { createWebhookEventsService } from "./webhook-events.service.ts";

/** What platforms told us and what we told endpoints, as one list of records. It only reads: the rows are those of modules/channels/callbacks and modules/events/webhooks. */
export function createWebhookEventsModule(deps: { reach: Reach; pager: Pager }) {
  return { routes: webhookEventRoutes(createWebhookEventsService(deps)) };
}
