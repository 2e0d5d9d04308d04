import { kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("platform/db", {
  installation: {
    holds: "facts of the installation",
    personal: "nobody",
    onContactErasure: kept("facts of the installation", "name value"),
    onExport: leftOut(reasons.installation),
    onOrganizationErasure: { fate: "apart", how: "of the installation" },
  },
  schema_files: {
    holds: "checksums of the applied functions and policies",
    personal: "nobody",
    onContactErasure: kept("texts of functions and policies", "name checksum"),
    onExport: leftOut(reasons.installation),
    onOrganizationErasure: { fate: "apart", how: "of the installation" },
  },
  schema_migrations: {
    holds: "the applied migrations",
    personal: "nobody",
    onContactErasure: kept("migrations", "name checksum"),
    onExport: leftOut(reasons.installation),
    onOrganizationErasure: { fate: "apart", how: "of the installation" },
  },
  tenant_counters: {
    holds: "counters of an organization: orders, tickets",
    personal: "nobody",
    onContactErasure: kept("numbers", "name"),
    onExport: leftOut("counters of exported resources"),
  },
});
