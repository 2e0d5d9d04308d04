import type { pipeline as en } from "../../en/contacts/pipeline.ts";
import type { TranslationOf } from "../../messages.ts";

export const pipeline: TranslationOf<typeof en> = {
  "pipeline.newDeal": "Neuer Deal",
  "pipeline.deal": "Deal",
  "pipeline.none": "Noch keine Pipeline",
  "pipeline.none.text": "Eine Pipeline enthält die Phasen, die ein Verkauf durchläuft.",
  "pipeline.noDeals": "Keine Deals",
  "pipeline.open": "Offen",
  "pipeline.weighted": "Gewichtet",
  "pipeline.won": "Gewonnen",
  "pipeline.lane": { one: "{stage}, {n} Deal", other: "{stage}, {n} Deals" },
  "pipeline.moveTo": "Verschieben nach",
  "pipeline.lost": "{title} ist verloren",
  "pipeline.lostReason": "Grund",
  "pipeline.markLost": "Als verloren markieren",
  "pipeline.title": "Titel",
  "pipeline.contact": "Kontakt",
  "pipeline.amount": "Betrag",
  "pipeline.currency": "Währung",
  "pipeline.stage": "Phase",
};
