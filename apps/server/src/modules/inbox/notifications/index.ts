import type { PushService } from "#modules/inbox/push/index.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { notificationRoutes } from "./notifications.routes.ts";
import { createNotificationsService } from "./notifications.service.ts";

export type { NotificationsService } from "./notifications.service.ts";

export function createNotificationsModule(deps: { ids: IdSource; pager: Pager; push: Pick<PushService, "queue"> }) {
  const service = createNotificationsService(deps);
  return { service, routes: notificationRoutes(service, deps.pager) };
}
