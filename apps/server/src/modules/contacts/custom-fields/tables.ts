import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("contacts/custom-fields", {
  contact_fields: {
    holds: "definitions of custom fields of contacts",
    personal: "nobody",
    onContactErasure: kept("the tenant's definitions, not values", "key label type options description"),
    onExport: exported("cfd", { refs: { after_id: null } }),
  },
  ticket_fields: {
    holds: "definitions of custom fields of tickets",
    personal: "nobody",
    onContactErasure: kept("the tenant's definitions, not values", "key label type options description"),
    onExport: exported("tfd", { refs: { after_id: null } }),
  },
});
