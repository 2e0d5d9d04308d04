import { createCustomFields, type CustomFieldsService, type FieldOwner } from "#modules/contacts/custom-fields/index.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";

export type ContactFieldsService = CustomFieldsService;

/**
 * Makes contacts an owner of custom fields. The routes and rules of `/contact-fields` are in
 * modules/contacts/custom-fields.
 */
const contactFields: FieldOwner = {
  noun: "contact",
  definitions: "contact_fields",
  owners: "contacts",
  prefix: "cfd",
  scopes: { read: "contacts:read", write: "contacts:write" },
  mayLack: "contacts created by an inbound message",
};

export function createContactFieldsModule(deps: Omit<Parameters<typeof createCustomFields>[1], "notifyRemoved"> & { ids: IdSource }) {
  return createCustomFields(contactFields, {
    ...deps,
    notifyRemoved: (tx, now, lost) =>
      appendEvents(
        tx,
        now,
        lost.map(({ id, before, left }) => ({
          id: deps.ids.uuid(),
          type: "contact.updated",
          data: { contactId: wireId("cnt", id), changes: { customFields: { from: before, to: left } }, reason: "field_deleted" },
        })),
      ),
  });
}
