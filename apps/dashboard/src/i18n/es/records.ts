import type { records as en } from "../en/records.ts";
import type { TranslationOf } from "../messages.ts";

export const records: TranslationOf<typeof en> = {
  "inbox.chatbot.takeOver": "Tomar la conversación del chatbot",
  "inbox.chatbot.tookOver": "Conversación tomada del chatbot",
  "inbox.chatbot.handTo": "Pasar al chatbot",
  "inbox.chatbot.handed": "Ahora responde el chatbot",
  "tickets.followUp": "Crear ticket de seguimiento",
  "tickets.delete.text": "Su actividad y sus comentarios también se eliminan. Esta acción no se puede deshacer.",
  "contact.delete.text":
    "Un contacto se puede eliminar mientras no tenga conversaciones, llamadas, oportunidades, pedidos ni tickets. Esta acción no se puede deshacer.",
  "contact.erase.text":
    "Este contacto tiene conversaciones, llamadas, oportunidades, pedidos o tickets, así que solo se puede borrar junto con ellos.",
  "contact.erasing": "Los datos se están borrando. Encontrarás la solicitud en Ajustes, Privacidad.",
  "pipeline.delete": "Eliminar oportunidad",
  "pipeline.delete.text": "Su historial también se elimina. Esta acción no se puede deshacer.",
  "pipeline.history": "Historial de etapas",
  "settings.tags": "Etiquetas de contactos",
  "tags.empty": "Aún no hay etiquetas",
  "tags.empty.text": "Una etiqueta describe un contacto: VIP, mayorista, boletín. Añade etiquetas a los contactos o impórtalas.",
  "tags.rename.hint": "Si ya existe una etiqueta con este nombre, las dos se combinan.",
  "tags.merge": "Combinar",
  "tags.merge.title": {
    one: "Combinar {n} etiqueta",
    many: "Combinar {n} etiquetas",
    other: "Combinar {n} etiquetas",
  },
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
