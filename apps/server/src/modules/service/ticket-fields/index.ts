import { createCustomFields, type CustomFieldsService, type FieldOwner } from "#modules/contacts/custom-fields/index.ts";

export type TicketFieldsService = CustomFieldsService;

/**
 * Registers tickets as an owner of fields with modules/contacts/custom-fields, which has the routes and rules of
 * `/ticket-fields`.
 */
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
