import type { search as en } from "../en/search.ts";
import type { TranslationOf } from "../messages.ts";

export const search: TranslationOf<typeof en> = {
  "search.field": "Buscar mensajes, personas y tickets",
  "search.types": "Qué buscar",
  "search.types.all": "Todo",
  "search.types.messages": "Mensajes",
  "search.types.conversations": "Conversaciones",
  "search.types.contacts": "Contactos",
  "search.types.tickets": "Tickets",
  "search.begin": "Busca en todas las conversaciones",
  "search.begin.text": "Las palabras pueden ir en cualquier orden; no importan las erratas ni los acentos que falten.",
  "search.none": "Sin resultados",
  "search.none.text": "Prueba con menos palabras, o con el principio de una.",
  "search.more": "Ver todo",
  "search.everywhere": "Buscar «{q}» en todas partes",
  "search.note": "Nota",
};
