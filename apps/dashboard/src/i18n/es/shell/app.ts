import type { app as en } from "../../en/shell/app.ts";
import type { TranslationOf } from "../../messages.ts";

export const app: TranslationOf<typeof en> = {
  "app.update": "Hay una versión nueva.",
  "app.update.now": "Recargar para la versión nueva",
  "app.offline": "Sin conexión",
  "app.offline.text":
    "No se puede contactar con el servidor, así que no se puede mostrar nada. Lo que habías escrito se conserva. Esta página sigue sola cuando vuelve la conexión.",
};
