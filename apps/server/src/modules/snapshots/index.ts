import { snapshotRoutes } from "./snapshots.routes.ts";
import { createSnapshotsService, type SnapshotsDeps } from "./snapshots.service.ts";

/** A tenant's configuration as one document, and applying it to another tenant. See docs/subsystems/snapshots.md. */
export function createSnapshotsModule(deps: SnapshotsDeps) {
  const service = createSnapshotsService(deps);
  return { service, routes: snapshotRoutes(service, deps.parts) };
}
