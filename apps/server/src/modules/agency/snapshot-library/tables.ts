import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("agency/snapshot-library", {
  agency_snapshots: {
    holds: "configurations that an agency stores under a name",
    personal: "nobody",
    onContactErasure: kept("configuration", "name description snapshot parts created_by"),
    onExport: exported("snp", { refs: { from_client_id: "org" } }),
  },
});
