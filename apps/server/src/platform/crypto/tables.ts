import { kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("platform/crypto", {
  tenant_keys: {
    holds: "each organization's own key, wrapped by the root key",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "wrapped_key"),
    onExport: leftOut(reasons.credential),
    alsoWrittenBy: {
      "administration/organization-erasure": "the key is deleted first: nothing sealed with it can be opened any more",
    },
  },
});
