import type { issues as en } from "../en/issues.ts";
import type { TranslationOf } from "../messages.ts";

export const issues: TranslationOf<typeof en> = {
  "issue.required": "Füllen Sie dieses Feld aus.",
  "issue.invalid_type": "Dieser Wert hat den falschen Typ.",
  "issue.too_long": "Das ist zu lang.",
  "issue.too_short": "Das ist zu kurz.",
  "issue.too_many": "Das sind zu viele.",
  "issue.too_many.limit": "Ihr Tarif erlaubt {limit}.",
  "issue.invalid_format": "Das Format stimmt nicht.",
  "issue.out_of_range": "Das liegt außerhalb des erlaubten Bereichs.",
  "issue.unknown_value": "Das ist keine der Optionen.",
  "issue.template_required": "Jetzt kann nur eine Vorlage gesendet werden.",
  "issue.missing_scope": "Ihre Rolle umfasst das nicht.",
  "issue.exists": "Das ist bereits vergeben.",
  "issue.unknown": "Dieses Feld gibt es nicht.",
  "issue.not_found": "Das gibt es nicht mehr.",
  "issue.not_allowed": "Das ist hier nicht erlaubt.",
  "issue.duplicate": "Das ist doppelt angegeben.",
  "issue.private_address": "Diese Adresse ist aus dem Internet nicht erreichbar.",
};
