import type { notifications as en } from "../en/notifications.ts";
import type { TranslationOf } from "../messages.ts";

export const notifications: TranslationOf<typeof en> = {
  "notifications.show": "Mostrar",
  "notifications.show.all": "Todas",
  "notifications.show.unread": "Sin leer",
  "notifications.readAll": "Marcar todo como leído",
  "notifications.read": "Marcar como leída",
  "notifications.new": "sin leer",
  "notifications.empty": "No hay notificaciones",
  "notifications.empty.text":
    "Recibirás una notificación cuando alguien te mencione en una nota, te asigne una conversación o se incumpla un objetivo de nivel de servicio.",
  "notification.mention": "{who} te ha mencionado en una nota",
  "notification.assignment": "{who} te ha asignado una conversación",
  "notification.sla.first_response": "Primera respuesta fuera de plazo",
  "notification.sla.next_response": "Respuesta fuera de plazo",
  "notification.sla.resolution": "Resolución fuera de plazo",
  "notification.flow": "Mensaje de un flujo",
  "notification.flow_paused": "Se ha detenido un flujo",
  "notification.organization_export": "Ha terminado una exportación de la organización",
  "notification.grant_requested": "Una agencia pide acceso",
  "notification.grant_ended": "El acceso de una agencia ha terminado",
  "notification.other": "Ha ocurrido algo",
};
