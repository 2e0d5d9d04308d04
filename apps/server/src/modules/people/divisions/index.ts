import type { TxContext } from "#platform/http/context.ts";
import { divisionRoutes } from "./divisions.routes.ts";
import { divisionsSnapshot } from "./divisions.snapshot.ts";
import { createDivisionsService, type DivisionsDeps } from "./divisions.service.ts";

export { lockDivisions } from "./divisions.service.ts";
export { divisionLines, divisionPaths, findDivisionAt } from "./division-paths.ts";
export { AppId, AppQuery, DivisionPath } from "./divisions.schema.ts";

/** The tree of teams. */
export function createDivisionsModule(deps: DivisionsDeps & { checkApp(ctx: TxContext, appId: string | undefined): Promise<void> }) {
  const service = createDivisionsService(deps);
  return { routes: divisionRoutes(service, deps.checkApp), snapshot: [divisionsSnapshot(service)] };
}
