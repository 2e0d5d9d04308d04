import type { pipeline as en } from "../../en/contacts/pipeline.ts";
import type { TranslationOf } from "../../messages.ts";

export const pipeline: TranslationOf<typeof en> = {
  "pipeline.newDeal": "Novo negócio",
  "pipeline.deal": "Negócio",
  "pipeline.none": "Nenhum funil ainda",
  "pipeline.none.text": "Um funil tem as etapas pelas quais uma venda passa.",
  "pipeline.noDeals": "Nenhum negócio",
  "pipeline.open": "Em aberto",
  "pipeline.weighted": "Ponderado",
  "pipeline.won": "Ganho",
  "pipeline.lane": { one: "{stage}, {n} negócio", other: "{stage}, {n} negócios" },
  "pipeline.moveTo": "Mover para",
  "pipeline.lost": "{title} foi perdido",
  "pipeline.lostReason": "Motivo",
  "pipeline.markLost": "Marcar como perdido",
  "pipeline.title": "Título",
  "pipeline.contact": "Contato",
  "pipeline.amount": "Valor",
  "pipeline.currency": "Moeda",
  "pipeline.stage": "Etapa",
};
