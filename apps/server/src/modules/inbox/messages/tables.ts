import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("inbox/messages", {
  messages: {
    holds: "messages and notes",
    personal: "both",
    onContactErasure: deleted("with the conversations, including notes"),
    onExport: exported("msg"),
    retention: "messagesDays",
    alsoWrittenBy: {
      "channels/callbacks": "a platform's later reports on a message: reactions, edits, removal, origin",
      "channels/channels": "the removal of a channel cancels its unsent messages",
      "channels/media": "a message repeats the state of its media, so that a list reads no other table",
      "contacts/contacts": "messages are moved with their conversation to the surviving contact",
      "inbox/conversations": "a note is a message of its conversation",
      "sales/broadcasts":
        "send_broadcast() writes recipients and their messages in one statement (docs/adr/0114-recipients-and-messages-in-one-transaction.md); cancelling takes back unsent messages",
      "administration/sample-data": "the sample data set writes its rows at once",
    },
  },
  outbound_dispatches: {
    holds: "messages that have not been sent yet",
    personal: "contacts",
    onContactErasure: deleted("before anything else, after waiting for messages being sent"),
    onExport: leftOut(reasons.passing),
    keptFor: "until the outcome is known",
    alsoWrittenBy: {
      "channels/channels": "the removal of a channel cancels its unsent messages",
      "sales/broadcasts": "as with messages",
      "administration/retention": "with the deleted message",
    },
  },
  channel_pacing: {
    holds: "the send budget of each channel",
    personal: "nobody",
    onContactErasure: kept("instants"),
    onExport: leftOut(reasons.passing),
  },
});
