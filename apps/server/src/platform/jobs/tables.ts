import { kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("platform/jobs", {
  scheduled_jobs: {
    holds: "scheduled jobs, claimed by one process at a time",
    personal: "nobody",
    onContactErasure: kept("jobs of the installation", "name state"),
    onExport: leftOut(reasons.installation),
    onOrganizationErasure: { fate: "apart", how: "of the installation" },
  },
  server_processes: {
    holds: "live processes of the installation",
    personal: "nobody",
    onContactErasure: kept("processes", "roles"),
    onExport: leftOut(reasons.installation),
    onOrganizationErasure: { fate: "apart", how: "of the installation" },
    keptFor: "while the process lives",
  },
});
