import type { app as en } from "../../en/shell/app.ts";
import type { TranslationOf } from "../../messages.ts";

export const app: TranslationOf<typeof en> = {
  "app.update": "Hay una versión nueva disponible.",
  "app.update.now": "Recargar para la versión nueva",
  "app.offline": "Sin conexión",
  "app.offline.text":
    "No se puede contactar con el servidor, así que no se puede cargar nada. Lo que estabas escribiendo se conserva. Esta página continúa sola cuando vuelva la conexión.",
};
