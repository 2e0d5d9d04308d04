import { createContactExportsModule } from "#modules/contacts/contact-exports/index.ts";
import { createContactFieldsModule } from "#modules/contacts/contact-fields/index.ts";
import { createContactImportsModule } from "#modules/contacts/contact-imports/index.ts";
import { createContactsModule } from "#modules/contacts/contacts/index.ts";
import { createSegmentsModule } from "#modules/contacts/segments/index.ts";
import type { Base } from "./base.ts";
import type { Channels } from "./channels.ts";
import type { Organizations } from "./organizations.ts";

/** Customers, their fields, segments, imports and exports. */
export function composeContacts(base: Base, organizations: Organizations, { modules: { channels } }: Channels) {
  const { shared, claims, hooks, registry, directory, describeChannel } = base;
  const contactFields = createContactFieldsModule(shared);
  const fields = contactFields.service;
  const contacts = createContactsModule({
    ...shared,
    directory,
    channels: channels.service,
    claims,
    phoneKinds: registry.kinds().filter((kind) => describeChannel(kind)?.addressKind === "phone"),
    followers: hooks.contactsMerged.list,
    fields,
    entitlements: organizations.limits.service,
    async resolveConversations(ctx, contactIds) {
      for (const blocked of hooks.contactsBlocked.list()) await blocked(ctx, contactIds);
    },
  });
  const segments = createSegmentsModule({ ...shared, contacts: contacts.service, fields });
  const contactImports = createContactImportsModule({ ...shared, claims, contacts: contacts.service, fields });
  const contactExports = createContactExportsModule({ ...shared, claims, segments: segments.service, fields });
  return { modules: { contacts, contactFields, segments, contactImports, contactExports } };
}

export type Contacts = ReturnType<typeof composeContacts>;
