import { createQueue } from "#platform/jobs/queue.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { privacyEvents } from "./privacy.events.ts";
import { createPrivacyLoop, type PrivacyLoopDeps } from "./privacy.jobs.ts";
import { privacyRoutes } from "./privacy.routes.ts";
import { createPrivacyService } from "./privacy.service.ts";

/** Export and erasure of a contact. See docs/subsystems/administration/privacy.md. */
export function createPrivacyModule(deps: PrivacyLoopDeps & { pager: Pager }) {
  const service = createPrivacyService(deps);
  return {
    routes: privacyRoutes(service, deps.pager),
    events: privacyEvents,
    loops: [createPrivacyLoop(deps)],
    queues: [createQueue(deps.database, { name: "privacy", tables: ["privacy_requests"], topic: "events" })],
  };
}
