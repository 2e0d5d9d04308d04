import type { acting as en } from "../../en/shell/acting.ts";
import type { TranslationOf } from "../../messages.ts";

export const acting: TranslationOf<typeof en> = {
  "acting.title": "Agindo em nome de um cliente",
  "acting.text": "Você está agindo em {client} em nome de {agency}. Tudo fica registrado nos dois registros de auditoria.",
  "acting.left": { one: "{n} permissão · termina em {time}", other: "{n} permissões · termina em {time}" },
  "acting.extend": "Estender por uma hora",
  "acting.leave": "Sair",
};
