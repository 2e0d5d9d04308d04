import type { Pager } from "#platform/pagination/page.ts";
import { contactFieldRoutes } from "./contact-fields.routes.ts";
import { type ContactFieldsDeps, createContactFieldsService } from "./contact-fields.service.ts";
import { contactFieldsSnapshot } from "./contact-fields.snapshot.ts";
import { createRemovalLoop, type RemovalDeps } from "./removal.jobs.ts";

export { type FieldType, fieldTypes } from "./contact-fields.schema.ts";
export type { ContactFieldsService } from "./contact-fields.service.ts";
export { type CustomValue, checkValue, type FieldDefinition, readText } from "./field-values.ts";

export function createContactFieldsModule(deps: ContactFieldsDeps & RemovalDeps & { pager: Pager }) {
  const service = createContactFieldsService(deps);
  return {
    service,
    routes: contactFieldRoutes(service, deps.pager),
    loops: [createRemovalLoop(deps)],
    snapshot: [contactFieldsSnapshot(service)],
  };
}
