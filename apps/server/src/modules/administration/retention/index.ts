import type { IdSource } from "#platform/ids/ids.ts";
import { createRetentionJob, type RetentionJobDeps } from "./retention.jobs.ts";
import { retentionRoutes } from "./retention.routes.ts";
import { createRetentionService } from "./retention.service.ts";

/** How long a tenant keeps what. See docs/subsystems/administration/privacy.md. */
export function createRetentionModule(deps: RetentionJobDeps & { ids: IdSource }) {
  const { run, jobs } = createRetentionJob(deps);
  return { routes: retentionRoutes(createRetentionService(deps)), jobs, run };
}
