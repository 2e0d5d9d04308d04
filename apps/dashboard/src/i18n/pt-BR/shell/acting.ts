import type { acting as en } from "../../en/shell/acting.ts";
import type { TranslationOf } from "../../messages.ts";

export const acting: TranslationOf<typeof en> = {
  "acting.title": "Agindo por um cliente",
  "acting.text": "Você age em {client} em nome de {agency}. Tudo fica escrito nos dois registros de auditoria.",
  "acting.left": { one: "{n} permissão · termina em {time}", other: "{n} permissões · termina em {time}" },
  "acting.extend": "Mais uma hora",
  "acting.leave": "Sair",
};
