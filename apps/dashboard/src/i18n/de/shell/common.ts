import type { common as en } from "../../en/shell/common.ts";
import type { TranslationOf } from "../../messages.ts";

export const common: TranslationOf<typeof en> = {
  "common.cancel": "Abbrechen",
  "common.save": "Speichern",
  "common.saved": "Gespeichert",
  "common.delete": "Löschen",
  "common.close": "Schließen",
  "common.back": "Zurück",
  "common.copied": "Kopiert",
  "common.retry": "Erneut versuchen",
  "common.undo": "Rückgängig",
  "common.loading": "Wird geladen",
  "common.yes": "Ja",
  "common.no": "Nein",
  "common.none": "Keine",
  "common.more": "Mehr",
  "common.optional": "optional",
  "error.title": "Das konnte nicht geladen werden",
  "error.reference": "Geben Sie {reference} an, wenn Sie den Support kontaktieren.",
  "error.network": "Der Server hat nicht geantwortet. Prüfen Sie Ihre Verbindung.",
  "error.forbidden": "Das können Sie nicht sehen",
  "error.forbidden.text": "Ihre Rolle in {organization} erlaubt das nicht. Fragen Sie einen Inhaber oder Admin.",
  "error.notFound": "Seite nicht gefunden",
  "error.notFound.text": "Es wurde entfernt, oder die Adresse ist falsch.",
  "error.unexpected": "Bei uns ist etwas schiefgegangen.",
  "error.toInbox": "Zum Posteingang",
};
