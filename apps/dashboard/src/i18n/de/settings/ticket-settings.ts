import type { ticketSettings as en } from "../../en/settings/ticket-settings.ts";
import type { TranslationOf } from "../../messages.ts";

export const ticketSettings: TranslationOf<typeof en> = {
  "settings.tickets": "Tickets",
  "settings.ticketCategories": "Ticketkategorien",
  "settings.ticketFields": "Ticketfelder",
  "ticketCategories.new": "Neue Kategorie",
  "ticketCategories.empty": "Noch keine Kategorien",
  "ticketCategories.empty.text":
    "Eine Kategorie sagt, um welche Art von Arbeit es bei einem Ticket geht: Reparatur, Erstattung, Beschwerde.",
  "ticketCategories.delete.text": "Ihre Tickets bleiben, ohne Kategorie. Das lässt sich nicht rückgängig machen.",
  "ticketFields.empty.text": "Felder enthalten, was Sie über jedes Ticket wissen müssen: eine Seriennummer, ein Kaufdatum.",
  "ticketFields.required.hint":
    "Neue Tickets brauchen einen Wert, und er lässt sich nicht löschen. Tickets aus Flows, von Chatbots und Folgetickets brauchen keinen.",
  "ticketFields.delete.text": "Seine Werte werden aus allen Tickets entfernt. Das lässt sich nicht rückgängig machen.",
};
