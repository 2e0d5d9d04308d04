import { messages } from "../../messages.ts";

/** The settings of tickets. */
export const ticketSettings = messages({
  "settings.tickets": "Tickets",
  "settings.ticketCategories": "Ticket categories",
  "settings.ticketFields": "Ticket fields",
  "ticketCategories.new": "New category",
  "ticketCategories.empty": "No categories yet",
  "ticketCategories.empty.text": "A category says what kind of work a ticket is: repair, refund, complaint.",
  "ticketCategories.delete.text": "Its tickets stay, without a category. This cannot be undone.",
  "ticketFields.empty.text": "Fields hold what you need to know about each ticket: a serial number, a date of purchase.",
  "ticketFields.required.hint":
    "New tickets need a value, and it cannot be cleared. Tickets from flows, chatbots and follow-ups do not need it.",
  "ticketFields.delete.text": "Its values are removed from all tickets. This cannot be undone.",
});
