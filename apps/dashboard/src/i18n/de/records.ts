import type { records as en } from "../en/records.ts";
import type { TranslationOf } from "../messages.ts";

export const records: TranslationOf<typeof en> = {
  "inbox.chatbot.takeOver": "Vom Chatbot übernehmen",
  "inbox.chatbot.tookOver": "Vom Chatbot übernommen",
  "inbox.chatbot.handTo": "An den Chatbot übergeben",
  "inbox.chatbot.handed": "Der Chatbot antwortet jetzt",
  "tickets.followUp": "Folgeticket anlegen",
  "tickets.delete.text": "Verlauf und Kommentare werden ebenfalls gelöscht. Das lässt sich nicht rückgängig machen.",
  "contact.delete.text":
    "Ein Kontakt lässt sich löschen, solange er keine Konversationen, Anrufe, Deals, Bestellungen oder Tickets hat. Das lässt sich nicht rückgängig machen.",
  "contact.erase.text":
    "Dieser Kontakt hat Konversationen, Anrufe, Deals, Bestellungen oder Tickets und lässt sich nur zusammen mit ihnen löschen.",
  "contact.erasing": "Die Daten werden gelöscht. Sie finden die Anfrage unter Einstellungen, Datenschutz.",
  "pipeline.delete": "Deal löschen",
  "pipeline.delete.text": "Der Verlauf wird ebenfalls gelöscht. Das lässt sich nicht rückgängig machen.",
  "pipeline.history": "Phasenverlauf",
  "settings.tags": "Tags",
  "tags.empty": "Noch keine Tags",
  "tags.empty.text":
    "Ein Tag beschreibt einen Kontakt: VIP, Großhandel, Newsletter. Vergeben Sie Tags an Kontakte, oder importieren Sie sie.",
  "tags.rename.hint": "Gibt es schon einen Tag mit diesem Namen, werden beide zusammengeführt.",
  "tags.merge": "Zusammenführen",
  "tags.merge.title": { one: "{n} Tag zusammenführen", other: "{n} Tags zusammenführen" },
  "tags.into": "Zu",
  "tags.delete.text": {
    one: "Er wird von {n} Kontakt entfernt. Das lässt sich nicht rückgängig machen.",
    other: "Er wird von {n} Kontakten entfernt. Das lässt sich nicht rückgängig machen.",
  },
  "tags.changed": { one: "{n} Kontakt geändert", other: "{n} Kontakte geändert" },
  "tags.changed.more": { one: "{n} Kontakt geändert, die anderen folgen", other: "{n} Kontakte geändert, die anderen folgen" },
};
