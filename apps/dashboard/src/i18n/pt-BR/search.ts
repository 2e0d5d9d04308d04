import type { search as en } from "../en/search.ts";
import type { TranslationOf } from "../messages.ts";

export const search: TranslationOf<typeof en> = {
  "search.field": "Buscar mensagens, pessoas e tickets",
  "search.types": "O que buscar",
  "search.types.all": "Tudo",
  "search.types.messages": "Mensagens",
  "search.types.conversations": "Conversas",
  "search.types.contacts": "Contatos",
  "search.types.tickets": "Tickets",
  "search.begin": "Busque em todas as conversas",
  "search.begin.text": "As palavras podem vir em qualquer ordem; erros de digitação e acentos ausentes não atrapalham.",
  "search.none": "Nenhum resultado",
  "search.none.text": "Tente menos palavras, ou o começo de uma.",
  "search.more": "Ver tudo",
  "search.everywhere": "Buscar “{q}” em todos os lugares",
  "search.note": "Nota",
};
