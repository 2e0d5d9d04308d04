import type { TSchema } from "typebox";
import { libraryRoutes } from "./library.routes.ts";
import { librarySchemas } from "./library.schema.ts";
import { createLibraryService, type LibraryDeps } from "./library.service.ts";

export { chosenSnapshot, lockSnapshot } from "./choosing.ts";

/** Snapshots that an agency stores. See docs/subsystems/agency/snapshots.md. */
export function createSnapshotLibraryModule(deps: LibraryDeps & { schema: TSchema }) {
  const service = createLibraryService(deps);
  return { service, routes: libraryRoutes(service, librarySchemas(deps.schema)) };
}
