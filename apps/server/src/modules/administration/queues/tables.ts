import { kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("administration/queues", {
  queue_hours: {
    holds: "the work of a queue per hour",
    personal: "nobody",
    onContactErasure: kept("numbers", "queue"),
    onExport: leftOut(reasons.installation),
    onOrganizationErasure: { fate: "apart", how: "of the installation" },
    keptFor: "two days",
  },
});
