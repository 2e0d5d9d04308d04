import type { app as en } from "../../en/shell/app.ts";
import type { TranslationOf } from "../../messages.ts";

export const app: TranslationOf<typeof en> = {
  "app.update": "Eine neue Version ist verfügbar.",
  "app.update.now": "Für die neue Version neu laden",
  "app.offline": "Sie sind offline",
  "app.offline.text":
    "Der Server ist nicht erreichbar, daher kann nichts geladen werden. Was Sie geschrieben haben, bleibt erhalten. Diese Seite macht von selbst weiter, sobald Sie wieder online sind.",
};
