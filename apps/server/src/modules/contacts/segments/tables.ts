import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("contacts/segments", {
  segments: {
    holds: "saved audiences by rules",
    personal: "nobody",
    onContactErasure: kept("rules of the tenant", "name description rules created_by"),
    onExport: exported("seg"),
  },
});
