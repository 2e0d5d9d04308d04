import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("agency/client-billing", {
  client_charges: {
    holds: "what is still to be written into an agency's ledger about its client",
    personal: "nobody",
    onContactErasure: kept("between agency and client", "mode reason month state last_error"),
    onExport: exported(null),
    keptFor: "90 days after it was written",
    alsoWrittenBy: {
      "money/billing": "a charge is noted with the ledger entry that it is for",
    },
  },
});
