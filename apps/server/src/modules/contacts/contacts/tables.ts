import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("contacts/contacts", {
  contacts: {
    holds: "people who write to the organization or are written to",
    personal: "contacts",
    onContactErasure: deleted("the contact and those merged into it"),
    onExport: exported("cnt", { omit: ["search_text", "phone_key", "email_key", "name_key"] }),
    alsoWrittenBy: {
      "inbox/messages":
        "receive_messages(), accept_outbound() and absorb_echo() do a batch in one statement, which costs a tenth of one for each table (docs/adr/0142-what-a-message-costs-in-the-database.md)",
      "contacts/custom-fields": "values of a field that was deleted go",
    },
  },
  contact_identities: {
    holds: "addresses of contacts on each kind of channel",
    personal: "contacts",
    onContactErasure: deleted("with the contact"),
    onExport: exported("cid", { omit: ["address_key", "username_key"] }),
    alsoWrittenBy: {
      "inbox/messages":
        "receive_messages(), accept_outbound() and absorb_echo() do a batch in one statement, which costs a tenth of one for each table (docs/adr/0142-what-a-message-costs-in-the-database.md)",
      "sales/broadcasts": "a recipient's address on the channel is made with the message",
    },
  },
  contact_activities: {
    holds: "what happened to a contact, where no other row tells it for good",
    personal: "contacts",
    onContactErasure: deleted("with the contact"),
    onExport: exported("cac"),
  },
  contact_merges: {
    holds: "the journal of merges, with the values from before",
    personal: "contacts",
    onContactErasure: deleted("with the contact: the journal holds values from before"),
    onExport: exported("mrg"),
  },
  contact_merge_dismissals: {
    holds: "pairs that somebody said are two people",
    personal: "contacts",
    onContactErasure: deleted("with the contact"),
    onExport: exported(null),
  },
  contact_moves: {
    holds: "conversations and messages that are to follow an address to another contact",
    personal: "contacts",
    onContactErasure: deleted("with the identity"),
    onExport: leftOut(reasons.passing),
    keptFor: "until it is done",
  },
  contact_tag_changes: {
    holds: "tags that are being renamed or removed everywhere",
    personal: "nobody",
    onContactErasure: kept("words of the tenant for many contacts, gone when done", "from_tags to_tag actor_kind actor_id"),
    onExport: leftOut(reasons.passing),
    keptFor: "until it is done",
  },
  profile_fetches: {
    holds: "profiles that are still to be asked of a platform",
    personal: "contacts",
    onContactErasure: deleted("with the identity, at once"),
    onExport: leftOut(reasons.passing),
    keptFor: "until it is done or given up",
  },
});
