import { createCustomFields, type CustomFieldsService, type FieldOwner } from "#modules/contacts/custom-fields/index.ts";

export type TicketFieldsService = CustomFieldsService;

/** What tickets are to modules/contacts/custom-fields, where the routes and rules of `/ticket-fields` stand. */
const ticketFields: FieldOwner = {
  noun: "ticket",
  definitions: "ticket_fields",
  owners: "tickets",
  prefix: "tfd",
  scopes: { read: "tickets:read", write: "tickets:write" },
  mayLack: "tickets created by a flow, a chatbot or as a follow-up",
};

export function createTicketFieldsModule(deps: Parameters<typeof createCustomFields>[1]) {
  return createCustomFields(ticketFields, deps);
}
