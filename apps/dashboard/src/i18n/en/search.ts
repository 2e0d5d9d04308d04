import { messages } from "../messages.ts";

export const search = messages({
  "search.field": "Search messages, people and tickets",
  "search.types": "What to search",
  "search.types.all": "Everything",
  "search.types.messages": "Messages",
  "search.types.conversations": "Conversations",
  "search.types.contacts": "Contacts",
  "search.types.tickets": "Tickets",
  "search.begin": "Search in everything that was said",
  "search.begin.text": "Words in any order, accents and typing mistakes forgiven.",
  "search.none": "Nothing was found",
  "search.none.text": "Try fewer words, or the beginning of one.",
  "search.more": "Show all",
  "search.everywhere": "Search everywhere for “{q}”",
  "search.note": "Note",
});
