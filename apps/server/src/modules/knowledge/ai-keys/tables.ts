import { exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("knowledge/ai-keys", {
  ai_keys: {
    holds: "keys of AI providers, sealed",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "provider name base_url api_key last_four models state last_error"),
    onExport: exported("aik"),
  },
  ai_circuits: {
    holds: "keys and models with recent failures",
    personal: "nobody",
    onContactErasure: kept("numbers", "model reason"),
    onExport: leftOut(reasons.passing),
  },
});
