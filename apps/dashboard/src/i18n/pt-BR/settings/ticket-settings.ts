import type { ticketSettings as en } from "../../en/settings/ticket-settings.ts";
import type { TranslationOf } from "../../messages.ts";

export const ticketSettings: TranslationOf<typeof en> = {
  "settings.tickets": "Tickets",
  "settings.ticketCategories": "Categorias de tickets",
  "settings.ticketFields": "Campos de tickets",
  "ticketCategories.new": "Nova categoria",
  "ticketCategories.empty": "Nenhuma categoria ainda",
  "ticketCategories.empty.text": "Uma categoria diz de que tipo de trabalho se trata: conserto, reembolso, reclamação.",
  "ticketCategories.delete.text": "Os tickets permanecem, sem categoria. Não é possível desfazer.",
  "ticketFields.empty.text": "Os campos guardam o que você precisa saber de cada ticket: um número de série, uma data de compra.",
  "ticketFields.required.hint":
    "Novos tickets precisam de um valor, e ele não pode ser esvaziado. Tickets de fluxos, chatbots e acompanhamentos não precisam.",
  "ticketFields.delete.text": "Os valores são removidos de todos os tickets. Não é possível desfazer.",
};
