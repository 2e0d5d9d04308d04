import { createQueue } from "#platform/jobs/queue.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { createExportLoop, type ExportLoopDeps } from "./exports.jobs.ts";
import { exportEnding } from "./grant-ending.ts";
import { exportRoutes } from "./exports.routes.ts";
import { createExportsService } from "./exports.service.ts";

export function createContactExportsModule(deps: ExportLoopDeps & { pager: Pager }) {
  const service = createExportsService(deps);
  return {
    routes: exportRoutes(service, deps.pager),
    loops: [createExportLoop(deps)],
    endings: [exportEnding],
    // A failed export shows that itself (`state: failed`), and is requested again by hand.
    queues: [createQueue(deps.database, { name: "contact-exports", tables: ["contact_exports"], topic: "imports and exports" })],
  };
}
