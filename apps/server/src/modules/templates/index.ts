import type { Pager } from "#platform/pagination/page.ts";
import { templateEvents } from "./templates.events.ts";
import { templateRoutes } from "./templates.routes.ts";
import { createTemplatesService, type TemplatesDeps } from "./templates.service.ts";

export { templateText } from "./template-preview.ts";
export { variableProblems } from "./template-variables.ts";
export type { TemplatesService } from "./templates.service.ts";

export function createTemplatesModule(deps: TemplatesDeps & { pager: Pager }) {
  const service = createTemplatesService(deps);
  return { service, routes: templateRoutes(service, deps.channels, deps.pager), events: templateEvents };
}
