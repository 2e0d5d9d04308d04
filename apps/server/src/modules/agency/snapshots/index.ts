import { type ApplicationsDeps, createApplications } from "./applications.ts";
import { snapshotRoutes } from "./snapshots.routes.ts";
import { snapshotSchemas } from "./snapshots.schema.ts";
import { createSnapshotsService, type SnapshotsDeps } from "./snapshots.service.ts";

export type { Applications } from "./applications.ts";
export type { SnapshotsService } from "./snapshots.service.ts";
export { existingModes, type SnapshotInput, SnapshotResult, SnapshotSetup } from "./snapshots.schema.ts";

/**
 * A tenant's configuration as one document, and applying it to another tenant. See docs/subsystems/agency/snapshots.md.
 */
export function createSnapshotsModule(deps: SnapshotsDeps & ApplicationsDeps) {
  const service = createSnapshotsService(deps);
  const schemas = snapshotSchemas(deps.parts);
  const applications = createApplications(deps, service);
  return {
    service,
    routes: snapshotRoutes(service, schemas),
    loops: applications.loops,
    queues: applications.queues,
    /** For callers that create tenants from a snapshot. */
    setups: { ...applications, schema: schemas.SnapshotInput },
  };
}
