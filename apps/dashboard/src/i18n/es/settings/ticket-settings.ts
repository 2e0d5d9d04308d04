import type { ticketSettings as en } from "../../en/settings/ticket-settings.ts";
import type { TranslationOf } from "../../messages.ts";

export const ticketSettings: TranslationOf<typeof en> = {
  "settings.tickets": "Tickets",
  "settings.ticketCategories": "Categorías de tickets",
  "settings.ticketFields": "Campos de tickets",
  "ticketCategories.new": "Nueva categoría",
  "ticketCategories.empty": "Aún no hay categorías",
  "ticketCategories.empty.text": "Una categoría dice de qué tipo de trabajo se trata: reparación, reembolso, queja.",
  "ticketCategories.delete.text": "Sus tickets se conservan, sin categoría. Esta acción no se puede deshacer.",
  "ticketFields.empty.text": "Los campos guardan lo que necesitas saber de cada ticket: un número de serie, una fecha de compra.",
  "ticketFields.required.hint":
    "Los tickets nuevos necesitan un valor y no se puede vaciar. Los tickets de flujos, chatbots y seguimientos no lo necesitan.",
  "ticketFields.delete.text": "Sus valores se eliminan de todos los tickets. Esta acción no se puede deshacer.",
};
