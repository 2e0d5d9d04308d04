import { exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("organizations/api-keys", {
  api_keys: {
    holds: "API keys by the hash of their secret, with scopes and limits; delegated keys of agencies too",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name environment key_hash last_four scopes created_by"),
    onExport: exported("key", { omit: ["budget_tenant_ids", "budget_key_ids"] }),
    keptFor: "an hour past its time, where an agency got it for a grant",
    alsoWrittenBy: {
      "agency/agencies": "delegated keys: made of a grant and gone with their time",
      "platform/auth": "notes when a key was last used, for many at once",
    },
  },
  api_key_lookup: {
    holds: "which organization the hash of a key belongs to, asked before the tenant is known",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "key_hash"),
    onExport: leftOut(reasons.credential),
    alsoWrittenBy: {
      "agency/agencies": "the look-up of a delegated key",
    },
  },
});
