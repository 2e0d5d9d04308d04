import type { notifications as en } from "../en/notifications.ts";
import type { TranslationOf } from "../messages.ts";

export const notifications: TranslationOf<typeof en> = {
  "notifications.show": "Cuáles mostrar",
  "notifications.show.all": "Todas",
  "notifications.show.unread": "Sin leer",
  "notifications.readAll": "Marcar todo como leído",
  "notifications.read": "Marcar como leída",
  "notifications.new": "sin leer",
  "notifications.empty": "Nada por leer",
  "notifications.empty.text":
    "Aquí se avisa de quién te menciona en una nota o te asigna una conversación, y de los plazos prometidos que se han incumplido.",
  "notification.mention": "{who} te ha mencionado en una nota",
  "notification.assignment": "{who} te ha asignado una conversación",
  "notification.sla.first_response": "Una primera respuesta no llegó a tiempo",
  "notification.sla.next_response": "Una respuesta no llegó a tiempo",
  "notification.sla.resolution": "No se resolvió a tiempo",
  "notification.flow": "Un flujo te avisa",
  "notification.flow_paused": "Se ha detenido un flujo",
  "notification.organization_export": "Ha terminado una exportación de la organización",
  "notification.grant_requested": "Una agencia pide acceso",
  "notification.grant_ended": "El acceso de una agencia ha terminado",
  "notification.other": "Ha ocurrido algo",
};
