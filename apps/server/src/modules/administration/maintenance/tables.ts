import { kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("administration/maintenance", {
  maintenance_runs: {
    holds: "runs of the scheduled jobs",
    personal: "nobody",
    onContactErasure: kept("jobs of the installation", "job state error"),
    onExport: leftOut(reasons.installation),
    onOrganizationErasure: { fate: "apart", how: "of the installation" },
    keptFor: "two days after it ended",
  },
});
