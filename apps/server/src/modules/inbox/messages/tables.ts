import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("inbox/messages", {
  messages: {
    holds: "messages and notes",
    personal: "both",
    onContactErasure: deleted("of the conversations, notes too"),
    onExport: exported("msg"),
    retention: "messagesDays",
    alsoWrittenBy: {
      "channels/callbacks": "what a platform tells of a message later: reactions, edits, removal, where it came from",
      "channels/channels": "a channel that is removed cancels what has not left",
      "channels/media": "a message repeats the state of its media, so that a list reads no other table",
      "contacts/contacts": "messages follow their conversation to the contact that it is merged into",
      "inbox/conversations": "a note is a message of its conversation",
      "sales/broadcasts":
        "send_broadcast() writes recipients and their messages in one statement (docs/adr/0114-recipients-and-messages-in-one-transaction.md); cancelling takes back what has not left",
    },
  },
  outbound_dispatches: {
    holds: "messages that have not left yet",
    personal: "contacts",
    onContactErasure: deleted("before anything else; what is being sent is waited for"),
    onExport: leftOut(reasons.passing),
    keptFor: "until the outcome is known",
    alsoWrittenBy: {
      "channels/channels": "a channel that is removed cancels what has not left",
      "sales/broadcasts": "as with messages",
      "administration/retention": "with the removed message",
    },
  },
  channel_pacing: {
    holds: "the send budget of each channel",
    personal: "nobody",
    onContactErasure: kept("instants"),
    onExport: leftOut(reasons.passing),
  },
});
