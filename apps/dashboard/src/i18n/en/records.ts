import { messages } from "../messages.ts";

/** Actions on single records that are seldom needed, and the tags of contacts. */
export const records = messages({
  "inbox.chatbot.takeOver": "Take over from the chatbot",
  "inbox.chatbot.tookOver": "Taken over from the chatbot",
  "inbox.chatbot.handTo": "Hand over to the chatbot",
  "inbox.chatbot.handed": "The chatbot is answering now",
  "tickets.followUp": "Create follow-up ticket",
  "tickets.delete.text": "Its activity and comments are deleted too. This cannot be undone.",
  "contact.delete.text": "It can be deleted as long as it has no conversations, calls, deals, orders or tickets. This cannot be undone.",
  "contact.erase.text": "This contact has conversations, calls, deals, orders or tickets, so it can only be erased together with them.",
  "contact.erasing": "The data is being erased. You will find the request under Settings, Privacy.",
  "pipeline.delete": "Delete deal",
  "pipeline.delete.text": "Its history is deleted too. This cannot be undone.",
  "pipeline.history": "Stage history",
  "settings.tags": "Tags",
  "tags.empty": "No tags yet",
  "tags.empty.text": "A tag describes a contact: VIP, wholesale, newsletter. Add tags to contacts, or import them.",
  "tags.rename.hint": "If another tag already has this name, the two are merged.",
  "tags.merge": "Merge",
  "tags.merge.title": { one: "Merge {n} tag", other: "Merge {n} tags" },
  "tags.into": "Into",
  "tags.delete.text": {
    one: "It is removed from {n} contact. This cannot be undone.",
    other: "It is removed from {n} contacts. This cannot be undone.",
  },
  "tags.changed": { one: "{n} contact changed", other: "{n} contacts changed" },
  "tags.changed.more": { one: "{n} contact changed, the others will follow", other: "{n} contacts changed, the others will follow" },
});
