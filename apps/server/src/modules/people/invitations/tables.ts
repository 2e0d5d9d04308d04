import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("people/invitations", {
  invitations: {
    holds: "who is invited as what",
    personal: "people",
    onContactErasure: kept("people of the tenant", "email name role state token_hash invited_by profile"),
    onExport: exported("inv"),
    alsoWrittenBy: {
      "people/divisions": "a division that goes leaves the profiles of open invitations",
    },
  },
});
