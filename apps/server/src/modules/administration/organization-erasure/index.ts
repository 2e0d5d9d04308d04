import { createQueue } from "#platform/jobs/queue.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { createErasureLoop, type ErasureLoopDeps } from "./erasure.jobs.ts";
import { erasureRoutes } from "./erasure.routes.ts";
import { createErasureService, type ErasureDeps } from "./erasure.service.ts";

/** Erasure of an organization. See docs/subsystems/administration/privacy.md. */
export function createOrganizationErasureModule(deps: ErasureDeps & ErasureLoopDeps & { pager: Pager }) {
  return {
    routes: erasureRoutes(createErasureService(deps), deps.pager),
    loops: [createErasureLoop(deps)],
    queues: [createQueue(deps.database, { name: "erasures", tables: ["organization_erasures"], topic: "events" })],
  };
}
