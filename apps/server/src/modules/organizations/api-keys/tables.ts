import { exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("organizations/api-keys", {
  api_keys: {
    holds: "API keys by the hash of their secret, with scopes and limits; delegated keys of agencies too",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name environment key_hash last_four scopes created_by made_by_kind"),
    onExport: exported("key", { omit: ["budget_tenant_ids", "budget_key_ids", "made_by_kind", "made_by", "maker_stay"] }),
    keptFor: "a delegated key, an hour after it expires",
    alsoWrittenBy: {
      "agency/agencies": "delegated keys: created from a grant, revoked when their person leaves, and deleted after they expire",
      "platform/auth": "stores the last use of keys, many at once",
    },
  },
  api_key_lookup: {
    holds: "the organization of a key's hash, read before the tenant is known",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "key_hash"),
    onExport: leftOut(reasons.credential),
    alsoWrittenBy: {
      "agency/agencies": "the index of delegated keys",
    },
  },
});
