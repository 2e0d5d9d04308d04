import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("organizations/entitlements", {
  entitlements: {
    holds: "limits of a client: how many of what it may have",
    personal: "nobody",
    onContactErasure: kept("numbers", "resource"),
    onExport: exported(null),
  },
  entitlement_months: {
    holds: "what was used of limits that are counted by the month",
    personal: "nobody",
    onContactErasure: kept("numbers", "resource"),
    onExport: exported(null),
  },
});
