import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("money/apps", {
  apps: {
    holds: "product workspaces with their prepaid balance",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name billing_mode held_by"),
    onExport: exported("app"),
    alsoWrittenBy: {
      "agency/client-billing": "an agency sets the terms of its clients: who pays, and the markup",
      "inbox/messages": "whether an app has a limit of messages, so that sending reads one row",
      "money/billing": "the balance is written with its ledger entries, under the lock of the row",
    },
  },
});
