import type { Pager } from "#platform/pagination/page.ts";
import { callRoutes } from "./calls.routes.ts";
import { createCallsService } from "./calls.service.ts";

export { callFollower } from "./calls.service.ts";

/** Telephone calls that voice agents take. */
export function createCallsModule(deps: { pager: Pager }) {
  const service = createCallsService();
  return { service, routes: callRoutes(service, deps.pager) };
}
