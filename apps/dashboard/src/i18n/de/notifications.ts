import type { notifications as en } from "../en/notifications.ts";
import type { TranslationOf } from "../messages.ts";

export const notifications: TranslationOf<typeof en> = {
  "notifications.show": "Anzeigen",
  "notifications.show.all": "Alle",
  "notifications.show.unread": "Ungelesen",
  "notifications.readAll": "Alle als gelesen markieren",
  "notifications.read": "Als gelesen markieren",
  "notifications.new": "ungelesen",
  "notifications.empty": "Keine Benachrichtigungen",
  "notifications.empty.text":
    "Sie werden benachrichtigt, wenn jemand Sie in einer Notiz erwähnt, Ihnen eine Konversation zuweist oder ein Servicelevel-Ziel verfehlt wird.",
  "notification.mention": "{who} hat Sie in einer Notiz erwähnt",
  "notification.assignment": "{who} hat Ihnen eine Konversation zugewiesen",
  "notification.sla.first_response": "Erste Antwort überfällig",
  "notification.sla.next_response": "Antwort überfällig",
  "notification.sla.resolution": "Erledigung überfällig",
  "notification.flow": "Nachricht von einem Flow",
  "notification.flow_paused": "Ein Flow wurde angehalten",
  "notification.organization_export": "Ein Export der Organisation ist abgeschlossen",
  "notification.grant_requested": "Eine Agentur bittet um Zugriff",
  "notification.grant_ended": "Der Zugriff einer Agentur ist beendet",
  "notification.other": "Es ist etwas geschehen",
};
