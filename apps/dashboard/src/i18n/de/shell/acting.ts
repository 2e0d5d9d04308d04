import type { acting as en } from "../../en/shell/acting.ts";
import type { TranslationOf } from "../../messages.ts";

export const acting: TranslationOf<typeof en> = {
  "acting.title": "Handeln für einen Kunden",
  "acting.text": "Sie handeln in {client} für {agency}. Alles steht in beiden Prüfprotokollen.",
  "acting.left": { one: "{n} Berechtigung · endet in {time}", other: "{n} Berechtigungen · endet in {time}" },
  "acting.extend": "Noch eine Stunde",
  "acting.leave": "Verlassen",
};
