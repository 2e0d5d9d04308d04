import { viewRoutes } from "./views.routes.ts";
import { createViewsService, type ViewsDeps } from "./views.service.ts";
import { type ViewNames, viewsSnapshot } from "./views.snapshot.ts";

export function createViewsModule(deps: ViewsDeps & ViewNames) {
  const service = createViewsService(deps);
  return { service, routes: viewRoutes(service, deps.pager), snapshot: [viewsSnapshot(service, deps)] };
}
