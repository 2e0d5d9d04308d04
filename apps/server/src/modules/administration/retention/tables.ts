import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("administration/retention", {
  retention_settings: {
    holds: "how many days an organization keeps its data",
    personal: "nobody",
    onContactErasure: kept("numbers"),
    onExport: exported(null),
  },
});
