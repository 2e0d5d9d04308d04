import type { IdSource } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { labelRoutes } from "./labels.routes.ts";
import { createLabelsService } from "./labels.service.ts";
import { labelsSnapshot } from "./labels.snapshot.ts";

export { LabelName, LabelReference } from "./labels.schema.ts";
export { labelNames } from "./labels.service.ts";
export type { LabelsService, NamedLabel } from "./labels.service.ts";

export function createLabelsModule(deps: { ids: IdSource; pager: Pager }) {
  const service = createLabelsService(deps);
  return { service, routes: labelRoutes(service, deps.pager), snapshot: [labelsSnapshot(service)] };
}
