import { deleted, exported, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("inbox/conversations", {
  conversations: {
    holds: "conversations with their state, assignee, labels and last message",
    personal: "contacts",
    onContactErasure: deleted("of the contact"),
    onExport: exported("conv"),
    alsoWrittenBy: {
      "channels/callbacks": "the preview follows a message that was edited or removed",
      "contacts/contacts": "conversations follow their address to the contact that it is merged into",
      "inbox/messages":
        "receive_messages(), accept_outbound() and absorb_echo() do a batch in one statement, which costs a tenth of one for each table (docs/adr/0142-what-a-message-costs-in-the-database.md)",
      "sales/broadcasts": "a message to a person continues their conversation",
      "service/csat": "an answer to a survey opens and resolves its conversation without the usual consequences",
      "administration/retention": "the preview of a removed message goes",
    },
  },
  conversation_activities: {
    holds: "what changed of a conversation, when and by whom",
    personal: "both",
    onContactErasure: deleted("with the conversation"),
    onExport: exported("act"),
  },
});
