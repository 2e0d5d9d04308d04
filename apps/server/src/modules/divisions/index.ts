import type { TxContext } from "#platform/http/context.ts";
import { divisionRoutes } from "./divisions.routes.ts";
import { createDivisionsService, type DivisionsDeps } from "./divisions.service.ts";

export { lockDivisions } from "./divisions.service.ts";
export { AppId, AppQuery } from "./divisions.schema.ts";

/** The tree of teams. */
export function createDivisionsModule(deps: DivisionsDeps & { checkApp(ctx: TxContext, appId: string | undefined): Promise<void> }) {
  return { routes: divisionRoutes(createDivisionsService(deps), deps.checkApp) };
}
