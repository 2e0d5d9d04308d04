import type { pipeline as en } from "../../en/contacts/pipeline.ts";
import type { TranslationOf } from "../../messages.ts";

export const pipeline: TranslationOf<typeof en> = {
  "pipeline.newDeal": "Nueva oportunidad",
  "pipeline.deal": "Oportunidad",
  "pipeline.none": "Aún no hay embudos",
  "pipeline.none.text": "Un embudo contiene las etapas por las que pasa una venta.",
  "pipeline.noDeals": "Sin oportunidades",
  "pipeline.open": "Abiertas",
  "pipeline.weighted": "Ponderado",
  "pipeline.won": "Ganadas",
  "pipeline.lane": { one: "{stage}, {n} oportunidad", other: "{stage}, {n} oportunidades" },
  "pipeline.moveTo": "Mover a",
  "pipeline.lost": "{title}: oportunidad perdida",
  "pipeline.lostReason": "Motivo",
  "pipeline.markLost": "Marcar como perdida",
  "pipeline.title": "Título",
  "pipeline.contact": "Contacto",
  "pipeline.amount": "Importe",
  "pipeline.currency": "Moneda",
  "pipeline.stage": "Etapa",
};
