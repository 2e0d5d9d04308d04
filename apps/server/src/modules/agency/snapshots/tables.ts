import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("agency/snapshots", {
  snapshot_applications: {
    holds: "configurations that are being applied to a new client",
    personal: "nobody",
    onContactErasure: kept("configuration for a client", "snapshot state problem"),
    onExport: exported(null),
  },
});
