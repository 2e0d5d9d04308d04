import type { app as en } from "../../en/shell/app.ts";
import type { TranslationOf } from "../../messages.ts";

export const app: TranslationOf<typeof en> = {
  "app.update": "Eine neue Version ist da.",
  "app.update.now": "Neu laden für die neue Version",
  "app.offline": "Sie sind offline",
  "app.offline.text":
    "Der Server ist nicht erreichbar, daher kann nichts gezeigt werden. Was Sie geschrieben hatten, ist aufgehoben. Diese Seite macht von selbst weiter, sobald die Verbindung wieder da ist.",
};
