import { createQueue } from "#platform/jobs/queue.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { Tables } from "#platform/tables.ts";
import { createExportLoop, type ExportLoopDeps } from "./exports.jobs.ts";
import { exportRoutes } from "./exports.routes.ts";
import { createExportsService } from "./exports.service.ts";
import { planExport } from "./plan.ts";

export { planExport } from "./plan.ts";

/** Everything an organization has, as one file. See docs/subsystems/administration/organization-exports.md. */
export function createOrganizationExportsModule(
  moduleDeps: Omit<ExportLoopDeps, "plan"> & { pager: Pager; tables: Pick<Tables, "exportMap"> },
) {
  const deps = { ...moduleDeps, plan: planExport(moduleDeps.tables.exportMap) };
  return {
    routes: exportRoutes(createExportsService(deps), deps.pager),
    loops: [createExportLoop(deps)],
    // A failed export reports itself (`status: failed`); somebody requests it again by hand.
    queues: [createQueue(deps.database, { name: "organization-exports", tables: ["organization_exports"], topic: "events" })],
  };
}
