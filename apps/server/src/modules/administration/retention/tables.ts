import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("administration/retention", {
  retention_settings: {
    holds: "for how many days an organization keeps what",
    personal: "nobody",
    onContactErasure: kept("numbers"),
    onExport: exported(null),
  },
});
