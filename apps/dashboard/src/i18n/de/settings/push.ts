import type { push as en } from "../../en/settings/push.ts";
import type { TranslationOf } from "../../messages.ts";

export const push: TranslationOf<typeof en> = {
  "push.title": "Auf diesem Gerät",
  "push.switch": "Auf diesem Gerät benachrichtigen",
  "push.switch.hint":
    "Wenn jemand Sie in einer Notiz erwähnt oder Ihnen eine Konversation zuweist, auch wenn das Dashboard geschlossen ist. Das funktioniert, solange Sie hier angemeldet sind, und zeigt nie Nachrichtentexte.",
  "push.insecure": "Diese Seite ist nicht sicher",
  "push.insecure.text":
    "Browser erlauben Benachrichtigungen nur auf Seiten, die mit https:// beginnen. Bitten Sie den Betreiber dieses Servers um eine solche Adresse.",
  "push.missing": "Dieser Browser unterstützt keine Benachrichtigungen",
  "push.missing.text":
    "Verwenden Sie ein aktuelles Chrome, Edge, Firefox oder Safari, und kein privates Fenster. Auf iPhone und iPad fügen Sie das Dashboard zuerst zum Home-Bildschirm hinzu und öffnen es von dort.",
  "push.denied": "Dieser Browser blockiert Benachrichtigungen",
  "push.denied.text":
    "Benachrichtigungen sind für diese Seite blockiert. Um sie zu erlauben, öffnen Sie die Website-Einstellungen neben der Adresse, erlauben Sie Benachrichtigungen und laden Sie die Seite neu.",
  "push.undecided": "Sie haben sich noch nicht entschieden. Schalten Sie es erneut ein und erlauben Sie Benachrichtigungen.",
  "push.unreachable":
    "Der Browser konnte seinen Push-Dienst nicht erreichen. Prüfen Sie die Verbindung, und ob der Browser Push-Nachrichten erlaubt.",
  "push.devices": "Geräte, die benachrichtigt werden",
  "push.devices.empty": "Noch keine",
  "push.remove": "Beenden",
  "push.removeOf": "Benachrichtigung beenden: {device}",
  "push.told.mention": "Sie wurden in einer Notiz erwähnt",
  "push.told.assignment": "Ihnen wurde eine Konversation zugewiesen",
};
