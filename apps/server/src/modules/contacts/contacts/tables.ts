import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("contacts/contacts", {
  contacts: {
    holds: "people who write to the organization or are written to",
    personal: "contacts",
    onContactErasure: deleted("the contact and those merged into it"),
    onExport: exported("cnt", { omit: ["search_text", "phone_key", "email_key", "name_key", "opt_in_through"] }),
    alsoWrittenBy: {
      "inbox/messages":
        "receive_messages(), accept_outbound() and absorb_echo() process a batch in one statement, at a tenth of the cost of one per table (docs/adr/0142-what-a-message-costs-in-the-database.md)",
      "contacts/custom-fields": "the values of a deleted field are removed",
      "administration/sample-data": "the sample data set writes its rows at once",
    },
  },
  contact_identities: {
    holds: "addresses of contacts on each kind of channel",
    personal: "contacts",
    onContactErasure: deleted("with the contact"),
    onExport: exported("cid", { omit: ["address_key", "username_key"] }),
    alsoWrittenBy: {
      "inbox/messages":
        "receive_messages(), accept_outbound() and absorb_echo() process a batch in one statement, at a tenth of the cost of one per table (docs/adr/0142-what-a-message-costs-in-the-database.md)",
      "sales/broadcasts": "a recipient's address on the channel is created with the message",
      "administration/sample-data": "the sample data set writes its rows at once",
    },
  },
  contact_activities: {
    holds: "activities of contacts that no other row records permanently",
    personal: "contacts",
    onContactErasure: deleted("with the contact"),
    onExport: exported("cac"),
  },
  contact_merges: {
    holds: "the journal of merges, with the values before them",
    personal: "contacts",
    onContactErasure: deleted("with the contact, because the journal contains earlier values"),
    onExport: exported("mrg"),
  },
  contact_merge_dismissals: {
    holds: "pairs of contacts that somebody marked as different people",
    personal: "contacts",
    onContactErasure: deleted("with the contact"),
    onExport: exported(null),
  },
  contact_moves: {
    holds: "conversations and messages that have to be moved with an address to another contact",
    personal: "contacts",
    onContactErasure: deleted("with the identity"),
    onExport: leftOut(reasons.passing),
    keptFor: "until it is done",
  },
  contact_tag_changes: {
    holds: "tags that are being renamed or removed everywhere",
    personal: "nobody",
    onContactErasure: kept("tags of the tenant for many contacts, deleted when done", "from_tags to_tag actor_kind actor_id"),
    onExport: leftOut(reasons.passing),
    keptFor: "until it is done",
  },
  profile_fetches: {
    holds: "profiles to be requested from a platform",
    personal: "contacts",
    onContactErasure: deleted("with the identity, at once"),
    onExport: leftOut(reasons.passing),
    keptFor: "until it is done or given up",
  },
});
