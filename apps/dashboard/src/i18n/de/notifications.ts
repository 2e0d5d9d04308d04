import type { notifications as en } from "../en/notifications.ts";
import type { TranslationOf } from "../messages.ts";

export const notifications: TranslationOf<typeof en> = {
  "notifications.show": "Was gezeigt wird",
  "notifications.show.all": "Alle",
  "notifications.show.unread": "Ungelesen",
  "notifications.readAll": "Alle als gelesen markieren",
  "notifications.read": "Als gelesen markieren",
  "notifications.new": "ungelesen",
  "notifications.empty": "Nichts zu lesen",
  "notifications.empty.text":
    "Hier steht, wer Sie in einer Notiz erwähnt oder Ihnen eine Konversation zuweist, und welche zugesagte Zeit verpasst wurde.",
  "notification.mention": "{who} hat Sie in einer Notiz erwähnt",
  "notification.assignment": "{who} hat Ihnen eine Konversation zugewiesen",
  "notification.sla.first_response": "Eine erste Antwort kam nicht rechtzeitig",
  "notification.sla.next_response": "Eine Antwort kam nicht rechtzeitig",
  "notification.sla.resolution": "Es wurde nicht rechtzeitig gelöst",
  "notification.flow": "Ein Flow teilt mit",
  "notification.flow_paused": "Ein Flow wurde angehalten",
  "notification.organization_export": "Ein Export der Organisation ist beendet",
  "notification.grant_requested": "Eine Agentur bittet um Zugriff",
  "notification.grant_ended": "Der Zugriff einer Agentur ist beendet",
  "notification.other": "Es ist etwas geschehen",
};
