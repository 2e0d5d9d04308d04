import { kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("platform/rate-limit", {
  rate_limits: {
    holds: "budgets of keys and accounts, shared by all processes",
    personal: "nobody",
    onContactErasure: kept("numbers"),
    onExport: leftOut(reasons.passing),
  },
});
