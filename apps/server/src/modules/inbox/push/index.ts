import type { VapidKey } from "#platform/web-push/vapid.ts";
import { createPushQueue } from "./push.queue.ts";
import { pushRoutes } from "./push.routes.ts";
import { createPushSending, type PushSendingDeps } from "./push.sending.ts";
import { createPushService, type PushServiceDeps } from "./push.service.ts";

export type { PushService } from "./push.service.ts";

/** Web push: notifies browsers of mentions and assignments while no page is open. */
export function createPushModule(deps: PushSendingDeps & PushServiceDeps & { vapid: VapidKey }) {
  const service = createPushService(deps);
  return {
    service,
    routes: pushRoutes(service, deps.vapid),
    loops: [createPushSending(deps).loop],
    queues: [createPushQueue(deps.database)],
  };
}
