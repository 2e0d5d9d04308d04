import type { push as en } from "../../en/settings/push.ts";
import type { TranslationOf } from "../../messages.ts";

export const push: TranslationOf<typeof en> = {
  "push.title": "En este dispositivo",
  "push.switch": "Avisarme en este dispositivo",
  "push.switch.hint":
    "Cuando alguien te menciona en una nota o te asigna una conversación, también con el panel cerrado. Funciona mientras tengas la sesión iniciada aquí y nunca muestra el texto de los mensajes.",
  "push.insecure": "Esta página no es segura",
  "push.insecure.text":
    "Los navegadores solo avisan en páginas que empiezan por https://. Pide una dirección así a quien administra este servidor.",
  "push.missing": "Este navegador no admite notificaciones",
  "push.missing.text":
    "Usa una versión actual de Chrome, Edge, Firefox o Safari, y no una ventana privada. En un iPhone o iPad, añade primero el panel a la pantalla de inicio y ábrelo desde allí.",
  "push.denied": "Este navegador bloquea las notificaciones",
  "push.denied.text":
    "Las notificaciones están bloqueadas para esta página. Para permitirlas, abre los ajustes del sitio junto a la dirección, permite las notificaciones y vuelve a cargar la página.",
  "push.undecided": "Aún no has decidido. Actívalo de nuevo y permite las notificaciones.",
  "push.unreachable": "El navegador no pudo conectar con su servicio push. Comprueba la conexión y si el navegador permite mensajes push.",
  "push.devices": "Dispositivos que reciben notificaciones",
  "push.devices.empty": "Ninguno todavía",
  "push.remove": "Detener",
  "push.removeOf": "Detener los avisos en {device}",
  "push.told.mention": "Te han mencionado en una nota",
  "push.told.assignment": "Se te ha asignado una conversación",
};
