import type { acting as en } from "../../en/shell/acting.ts";
import type { TranslationOf } from "../../messages.ts";

export const acting: TranslationOf<typeof en> = {
  "acting.title": "Im Namen eines Kunden",
  "acting.text": "Sie handeln in {client} für {agency}. Alles wird in beiden Audit-Logs festgehalten.",
  "acting.left": { one: "{n} Berechtigung · endet in {time}", other: "{n} Berechtigungen · endet in {time}" },
  "acting.extend": "Um eine Stunde verlängern",
  "acting.leave": "Verlassen",
};
