import { deleted, exported, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("sales/orders", {
  orders: {
    holds: "orders",
    personal: "contacts",
    onContactErasure: deleted("of the contact"),
    onExport: exported("ord"),
  },
});
