import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("money/subscriptions", {
  subscriptions: {
    holds: "what an organization pays for regularly",
    personal: "nobody",
    onContactErasure: kept("the tenant's", "status subscription_type item_name held_by cancelled_from"),
    onExport: exported("sub"),
  },
});
