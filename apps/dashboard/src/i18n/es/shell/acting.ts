import type { acting as en } from "../../en/shell/acting.ts";
import type { TranslationOf } from "../../messages.ts";

export const acting: TranslationOf<typeof en> = {
  "acting.title": "Actuando en nombre de un cliente",
  "acting.text": "Estás actuando en {client} en nombre de {agency}. Todo queda registrado en ambos registros de auditoría.",
  "acting.left": { one: "{n} permiso · termina en {time}", other: "{n} permisos · termina en {time}" },
  "acting.extend": "Ampliar una hora",
  "acting.leave": "Salir",
};
