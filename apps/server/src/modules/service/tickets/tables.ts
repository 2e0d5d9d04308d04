import { deleted, exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("service/tickets", {
  tickets: {
    holds: "tickets",
    personal: "contacts",
    onContactErasure: deleted("of the contact or its conversations"),
    onExport: exported("tkt", { refs: { category_id: "tca" } }),
    alsoWrittenBy: {
      "contacts/custom-fields": "the values of a deleted field are removed",
    },
  },
  ticket_activity: {
    holds: "activities of tickets, and the team's comments",
    personal: "both",
    onContactErasure: deleted("with the tickets, including comments"),
    onExport: exported("tac"),
  },
  ticket_categories: {
    holds: "categories of tickets",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name description"),
    onExport: exported("tca"),
  },
});
