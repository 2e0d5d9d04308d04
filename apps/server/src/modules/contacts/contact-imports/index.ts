import { importEnding } from "#platform/imports/grant-ending.ts";
import { createQueue } from "#platform/jobs/queue.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { Threads } from "#platform/threads/threads.ts";
import { type ContactImportLoopDeps, createContactImportLoop } from "./imports.jobs.ts";
import { imports } from "./imports.queries.ts";
import { importRoutes } from "./imports.routes.ts";
import { createImportsService, type ImportsDeps } from "./imports.service.ts";

export function createContactImportsModule(deps: ImportsDeps & ContactImportLoopDeps & { pager: Pager; threads: Threads }) {
  const service = createImportsService(deps);
  return {
    routes: importRoutes(service, deps),
    loops: [createContactImportLoop(deps)],
    endings: [importEnding(deps.ids, imports, "contacts:write")],
    // A failed import shows that itself (`state: failed`), and is requested again by hand.
    queues: [createQueue(deps.database, { name: "contact-imports", tables: ["contact_imports"], topic: "imports and exports" })],
  };
}
