import { deleted, exported, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("inbox/conversations", {
  conversations: {
    holds: "conversations with their state, assignee, labels and last message",
    personal: "contacts",
    onContactErasure: deleted("of the contact"),
    onExport: exported("conv"),
    alsoWrittenBy: {
      "channels/callbacks": "the preview is updated when a message was edited or removed",
      "contacts/contacts": "conversations are moved with their address to the surviving contact",
      "inbox/messages":
        "receive_messages(), accept_outbound() and absorb_echo() process a batch in one statement, at a tenth of the cost of one per table (docs/adr/0142-what-a-message-costs-in-the-database.md)",
      "sales/broadcasts": "a message to a person continues their conversation",
      "service/csat": "sending a survey opens its conversation for one statement, and an answer leaves it resolved",
      "administration/retention": "the preview of a deleted message is cleared",
      "administration/sample-data": "the sample data set writes its rows at once",
    },
  },
  conversation_activities: {
    holds: "changes of conversations, with time and author",
    personal: "both",
    onContactErasure: deleted("with the conversation"),
    onExport: exported("act"),
    alsoWrittenBy: {
      "administration/sample-data": "the sample data set writes its rows at once",
    },
  },
});
