import { kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("money/pricing", {
  pricing: {
    holds: "the price list of the installation",
    personal: "nobody",
    onContactErasure: kept("of the installation", "model_name description"),
    onExport: leftOut(reasons.installation),
  },
});
