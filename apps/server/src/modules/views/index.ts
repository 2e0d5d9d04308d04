import { viewRoutes } from "./views.routes.ts";
import { createViewsService, type ViewsDeps } from "./views.service.ts";

export function createViewsModule(deps: ViewsDeps) {
  const service = createViewsService(deps);
  return { service, routes: viewRoutes(service, deps.pager) };
}
