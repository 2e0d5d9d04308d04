import type { push as en } from "../../en/settings/push.ts";
import type { TranslationOf } from "../../messages.ts";

export const push: TranslationOf<typeof en> = {
  "push.title": "Auf diesem Gerät",
  "push.switch": "Auf diesem Gerät benachrichtigen",
  "push.switch.hint":
    "Wenn jemand Sie in einer Notiz erwähnt oder Ihnen eine Konversation zuweist, auch wenn das Dashboard geschlossen ist. Das gilt, solange Sie hier angemeldet sind, und verrät nichts aus der Konversation.",
  "push.insecure": "Diese Seite ist nicht sicher",
  "push.insecure.text":
    "Browser benachrichtigen nur für Seiten, die mit https:// beginnen. Fragen Sie nach einer solchen Adresse, wer diesen Server betreibt.",
  "push.missing": "Dieser Browser kann nicht benachrichtigt werden",
  "push.missing.text":
    "Verwenden Sie ein aktuelles Chrome, Edge, Firefox oder Safari, und kein privates Fenster. Auf iPhone und iPad fügen Sie das Dashboard zuerst zum Home-Bildschirm hinzu und öffnen es von dort.",
  "push.denied": "Dieser Browser blockiert Benachrichtigungen",
  "push.denied.text":
    "Sie wurden für diese Seite abgelehnt. Erlauben Sie sie im Browser: Öffnen Sie neben der Adresse die Einstellungen der Seite, erlauben Sie Benachrichtigungen und laden Sie die Seite neu.",
  "push.undecided": "Sie haben noch nicht entschieden. Schalten Sie erneut ein und erlauben Sie Benachrichtigungen.",
  "push.unreachable":
    "Der Browser konnte seinen Push-Dienst nicht erreichen. Prüfen Sie die Verbindung, und ob der Browser Push-Nachrichten erlaubt.",
  "push.devices": "Ihre benachrichtigten Geräte",
  "push.devices.empty": "Noch keine",
  "push.remove": "Beenden",
  "push.removeOf": "Benachrichtigung beenden: {device}",
  "push.told.mention": "Sie wurden in einer Notiz erwähnt",
  "push.told.assignment": "Ihnen wurde eine Konversation zugewiesen",
};
