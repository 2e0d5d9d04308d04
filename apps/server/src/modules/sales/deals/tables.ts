import { deleted, exported, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("sales/deals", {
  deals: {
    holds: "deals",
    personal: "contacts",
    onContactErasure: deleted("of the contact"),
    onExport: exported("deal", { omit: ["search_text"] }),
  },
  deal_stage_history: {
    holds: "the stays of deals in stages",
    personal: "contacts",
    onContactErasure: deleted("with the deal"),
    onExport: exported("dsh"),
  },
});
