import { messages } from "../messages.ts";

export const search = messages({
  "search.field": "Search messages, people and tickets",
  "search.types": "What to search",
  "search.types.all": "Everything",
  "search.types.messages": "Messages",
  "search.types.conversations": "Conversations",
  "search.types.contacts": "Contacts",
  "search.types.tickets": "Tickets",
  "search.begin": "Search all conversations",
  "search.begin.text": "Words can be in any order; typos and missing accents are fine.",
  "search.none": "No results",
  "search.none.text": "Try fewer words, or just the start of one.",
  "search.more": "Show all",
  "search.everywhere": "Search everywhere for “{q}”",
  "search.note": "Note",
});
