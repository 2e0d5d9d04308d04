import { importEnding } from "#platform/imports/grant-ending.ts";
import { createQueue } from "#platform/jobs/queue.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { Threads } from "#platform/threads/threads.ts";
import { createFaqImportLoop, type FaqImportLoopDeps } from "./imports.jobs.ts";
import { imports } from "./imports.queries.ts";
import { importRoutes } from "./imports.routes.ts";
import { createImportsService, type ImportsDeps } from "./imports.service.ts";

/** FAQs from and to CSV files. See docs/subsystems/knowledge/knowledge.md. */
export function createFaqImportsModule(deps: ImportsDeps & FaqImportLoopDeps & { pager: Pager; threads: Threads }) {
  return {
    routes: importRoutes(createImportsService(deps), deps.pager, deps.threads),
    loops: [createFaqImportLoop(deps)],
    endings: [importEnding(deps.ids, imports, "knowledge:write")],
    // A failed import shows that itself (`status: failed`), and is repeated manually.
    queues: [createQueue(deps.database, { name: "faq-imports", tables: ["faq_imports"], topic: "imports and exports" })],
  };
}
