import { deleted, exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("service/tickets", {
  tickets: {
    holds: "tickets",
    personal: "contacts",
    onContactErasure: deleted("of the contact or its conversations"),
    onExport: exported("tkt", { refs: { category_id: "tca" } }),
    alsoWrittenBy: {
      "contacts/custom-fields": "values of a field that was deleted go",
    },
  },
  ticket_activity: {
    holds: "what happened to a ticket, and what the team says about it",
    personal: "both",
    onContactErasure: deleted("of those tickets, comments too"),
    onExport: exported("tac"),
  },
  ticket_categories: {
    holds: "categories of tickets",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name description"),
    onExport: exported("tca"),
  },
});
