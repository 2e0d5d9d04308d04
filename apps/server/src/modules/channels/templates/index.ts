import type { Clock } from "#platform/clock/clock.ts";
import type { Log } from "#platform/log/log.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { createTemplateSync } from "./template-sync.ts";
import { templateEvents } from "./templates.events.ts";
import { templateRoutes } from "./templates.routes.ts";
import { createTemplatesService, type TemplatesDeps } from "./templates.service.ts";

export { TemplateParameters, TemplateVariable } from "./template-parts.schema.ts";
export { templateText } from "./template-preview.ts";
export { variableProblems, variablesMismatch } from "./template-variables.ts";
export type { TemplatesService } from "./templates.service.ts";

export function createTemplatesModule(deps: TemplatesDeps & { pager: Pager; clock: Clock; log: Log }) {
  const service = createTemplatesService(deps);
  const sync = createTemplateSync({ ...deps, templates: service });
  return { service, routes: templateRoutes(service, deps.channels, deps.pager), events: templateEvents, loops: [sync.loop] };
}
