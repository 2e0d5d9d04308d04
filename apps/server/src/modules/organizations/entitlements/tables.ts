import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("organizations/entitlements", {
  entitlements: {
    holds: "limits of clients",
    personal: "nobody",
    onContactErasure: kept("numbers", "resource"),
    onExport: exported(null),
  },
  entitlement_months: {
    holds: "the used part of monthly limits",
    personal: "nobody",
    onContactErasure: kept("numbers", "resource"),
    onExport: exported(null),
  },
});
