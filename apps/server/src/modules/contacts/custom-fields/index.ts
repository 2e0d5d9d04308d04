import type { Pager } from "#platform/pagination/page.ts";
import { customFieldRoutes } from "./custom-fields.routes.ts";
import { type CustomFieldsDeps, createCustomFieldsService } from "./custom-fields.service.ts";
import { customFieldsSnapshot } from "./custom-fields.snapshot.ts";
import type { FieldOwner } from "./field-owner.ts";
import { createRemovalLoop, type RemovalDeps } from "./removal.jobs.ts";

export { CustomFields, type FieldType, fieldTypes, CustomFieldsInput } from "./custom-fields.schema.ts";
export type { CustomFieldsService } from "./custom-fields.service.ts";
export type { FieldOwner, FieldOwnerDeps } from "./field-owner.ts";
export {
  type CustomValue,
  checkValue,
  customFieldsMax,
  type FieldDefinition,
  mergeCustomFields,
  readText,
} from "./field-values.ts";

/** Custom field definitions for one kind of owner: see docs/adr/0135. */
export function createCustomFields(owner: FieldOwner, deps: CustomFieldsDeps & RemovalDeps & { pager: Pager }) {
  const service = createCustomFieldsService(owner, deps);
  return {
    service,
    routes: customFieldRoutes(owner, service, deps.pager),
    loops: [createRemovalLoop(owner, deps)],
    snapshot: [customFieldsSnapshot(owner, service)],
  };
}
