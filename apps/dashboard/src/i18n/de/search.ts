import type { search as en } from "../en/search.ts";
import type { TranslationOf } from "../messages.ts";

export const search: TranslationOf<typeof en> = {
  "search.field": "Nachrichten, Personen und Tickets suchen",
  "search.types": "Was gesucht wird",
  "search.types.all": "Alles",
  "search.types.messages": "Nachrichten",
  "search.types.conversations": "Konversationen",
  "search.types.contacts": "Kontakte",
  "search.types.tickets": "Tickets",
  "search.begin": "Alle Konversationen durchsuchen",
  "search.begin.text": "Die Reihenfolge der Wörter ist egal; Tippfehler und fehlende Akzente stören nicht.",
  "search.none": "Keine Ergebnisse",
  "search.none.text": "Versuchen Sie weniger Wörter oder den Anfang eines Wortes.",
  "search.more": "Alle zeigen",
  "search.everywhere": "Überall nach „{q}“ suchen",
  "search.note": "Notiz",
};
