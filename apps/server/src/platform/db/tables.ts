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
    holds: "which texts of functions and policies the database has",
    personal: "nobody",
    onContactErasure: kept("texts of functions and policies", "name checksum"),
    onExport: leftOut(reasons.installation),
    onOrganizationErasure: { fate: "apart", how: "of the installation" },
  },
  schema_migrations: {
    holds: "which migrations the database has",
    personal: "nobody",
    onContactErasure: kept("migrations", "name checksum"),
    onExport: leftOut(reasons.installation),
    onOrganizationErasure: { fate: "apart", how: "of the installation" },
  },
  tenant_counters: {
    holds: "numbers that an organization's people see: orders, tickets",
    personal: "nobody",
    onContactErasure: kept("numbers", "name"),
    onExport: leftOut("how far the numbers of what is in the export go"),
  },
});
