import type { tickets as en } from "../en/tickets.ts";
import type { TranslationOf } from "../messages.ts";

export const tickets: TranslationOf<typeof en> = {
  "tickets.new": "Neues Ticket",
  "tickets.create": "Ticket erstellen",
  "tickets.next": "Nächstes Ticket",
  "tickets.previous": "Vorheriges Ticket",
  "tickets.choose": "Wählen Sie ein Ticket",
  "tickets.empty": "Hier sind keine Tickets",
  "tickets.empty.text":
    "Ein Ticket ist Arbeit, die über eine Konversation hinausgeht: eine Reparatur, eine Erstattung, eine Zusage mit Termin.",
  "tickets.subject": "Betreff",
  "tickets.description": "Beschreibung",
  "tickets.category": "Kategorie",
  "tickets.fields": "Felder",
  "tickets.conversation": "Die Konversation, aus der es stammt",
  "tickets.activity": "Aktivität",
  "tickets.activity.created": "hat es eröffnet",
  "tickets.activity.updated": "hat es geändert",
  "tickets.activity.comment": "hat kommentiert",
  "tickets.change": "{field}: {from} → {to}",
  "tickets.system": "Das System",
  "tickets.comment": "Kommentieren",
  "tickets.comment.placeholder": "Kommentar. Der Kunde sieht ihn nicht.",
  "ticket.source.inbox": "aus dem Posteingang",
  "ticket.source.flow": "durch einen Flow",
  "ticket.source.manual": "von Hand",
  "ticket.source.api": "über die API",
  "tickets.search": "Betreff oder Nummer",
  "tickets.source": "Quelle",
  "tickets.overdue": "Fälligkeit",
  "tickets.overdue.yes": "Überfällig",
};
