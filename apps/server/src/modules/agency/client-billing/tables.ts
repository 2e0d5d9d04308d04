import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("agency/client-billing", {
  client_charges: {
    holds: "charges that are still to be booked in an agency's ledger for its client",
    personal: "nobody",
    onContactErasure: kept("between agency and client", "mode reason month state last_error"),
    onExport: exported(null),
    keptFor: "90 days after it was booked",
    alsoWrittenBy: {
      "money/billing": "a charge is stored with its ledger entry",
    },
  },
});
