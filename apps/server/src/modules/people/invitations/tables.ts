import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("people/invitations", {
  invitations: {
    holds: "invitations, with their roles",
    personal: "people",
    onContactErasure: kept("people of the tenant", "email name role state token_hash invited_by profile"),
    onExport: exported("inv"),
    alsoWrittenBy: {
      "people/divisions": "a deleted division is removed from open invitations",
    },
  },
});
