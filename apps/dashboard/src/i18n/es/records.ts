import type { records as en } from "../en/records.ts";
import type { TranslationOf } from "../messages.ts";

export const records: TranslationOf<typeof en> = {
  "inbox.chatbot.takeOver": "Tomar el relevo del chatbot",
  "inbox.chatbot.tookOver": "Conversación tomada del chatbot",
  "inbox.chatbot.handTo": "Pasar al chatbot",
  "inbox.chatbot.handed": "Ahora responde el chatbot",
  "tickets.followUp": "Crear ticket de seguimiento",
  "tickets.delete.text": "Su actividad y sus comentarios también se eliminan. Esta acción no se puede deshacer.",
  "contact.delete.text":
    "Solo se puede eliminar un contacto sin conversaciones. Todos los datos de un cliente se borran en Ajustes, Privacidad. Esta acción no se puede deshacer.",
  "pipeline.delete": "Eliminar negocio",
  "pipeline.delete.text": "Su historial también se elimina. Esta acción no se puede deshacer.",
  "pipeline.history": "Etapas hasta ahora",
  "settings.tags": "Etiquetas de contactos",
  "tags.empty": "Aún no hay etiquetas",
  "tags.empty.text": "Una etiqueta dice algo de un contacto: VIP, mayorista, boletín. Añade etiquetas a los contactos o impórtalas.",
  "tags.rename.hint": "Si otra etiqueta tiene este nombre, las dos se unen.",
  "tags.merge": "Unir",
  "tags.merge.title": { one: "Unir {n} etiqueta", many: "Unir {n} etiquetas", other: "Unir {n} etiquetas" },
  "tags.into": "En",
  "tags.delete.text": {
    one: "Se quita de {n} contacto. Esta acción no se puede deshacer.",
    many: "Se quita de {n} contactos. Esta acción no se puede deshacer.",
    other: "Se quita de {n} contactos. Esta acción no se puede deshacer.",
  },
  "tags.changed": { one: "{n} contacto cambiado", many: "{n} contactos cambiados", other: "{n} contactos cambiados" },
  "tags.changed.more": {
    one: "{n} contacto cambiado, los demás siguen",
    many: "{n} contactos cambiados, los demás siguen",
    other: "{n} contactos cambiados, los demás siguen",
  },
};
