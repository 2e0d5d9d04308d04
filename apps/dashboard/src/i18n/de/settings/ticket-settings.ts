import type { ticketSettings as en } from "../../en/settings/ticket-settings.ts";
import type { TranslationOf } from "../../messages.ts";

export const ticketSettings: TranslationOf<typeof en> = {
  "settings.tickets": "Tickets",
  "settings.ticketCategories": "Ticket-Kategorien",
  "settings.ticketFields": "Ticket-Felder",
  "ticketCategories.new": "Neue Kategorie",
  "ticketCategories.empty": "Noch keine Kategorien",
  "ticketCategories.empty.text": "Eine Kategorie sagt, um welche Art von Arbeit es geht: Reparatur, Erstattung, Beschwerde.",
  "ticketCategories.delete.text": "Ihre Tickets bleiben, ohne Kategorie. Das lässt sich nicht rückgängig machen.",
  "ticketFields.empty.text": "Ein Feld ist, was Sie über jedes Ticket wissen müssen: eine Seriennummer, ein Kaufdatum.",
  "ticketFields.required.hint":
    "Neue Tickets brauchen es, und es lässt sich nicht leeren. Tickets von Flows, Chatbots und Folgetickets brauchen es nicht.",
  "ticketFields.delete.text": "Seine Werte werden bei allen Tickets entfernt. Das lässt sich nicht rückgängig machen.",
};
