import type { acting as en } from "../../en/shell/acting.ts";
import type { TranslationOf } from "../../messages.ts";

export const acting: TranslationOf<typeof en> = {
  "acting.title": "Actuando por un cliente",
  "acting.text": "Actúas en {client} en nombre de {agency}. Todo queda escrito en ambos registros de auditoría.",
  "acting.left": { one: "{n} permiso · termina en {time}", other: "{n} permisos · termina en {time}" },
  "acting.extend": "Otra hora",
  "acting.leave": "Salir",
};
