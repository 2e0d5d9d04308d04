import type { tickets as en } from "../en/tickets.ts";
import type { TranslationOf } from "../messages.ts";

export const tickets: TranslationOf<typeof en> = {
  "tickets.new": "Nuevo ticket",
  "tickets.create": "Crear ticket",
  "tickets.next": "Ticket siguiente",
  "tickets.previous": "Ticket anterior",
  "tickets.choose": "Elige un ticket",
  "tickets.empty": "Aquí no hay tickets",
  "tickets.empty.text": "Un ticket es un trabajo que va más allá de una conversación: una reparación, un reembolso, una promesa con fecha.",
  "tickets.subject": "Asunto",
  "tickets.description": "Descripción",
  "tickets.category": "Categoría",
  "tickets.fields": "Campos",
  "tickets.conversation": "La conversación de la que surgió",
  "tickets.activity": "Actividad",
  "tickets.activity.created": "lo abrió",
  "tickets.activity.updated": "lo modificó",
  "tickets.activity.comment": "comentó",
  "tickets.change": "{field}: {from} → {to}",
  "tickets.system": "El sistema",
  "tickets.comment": "Comentar",
  "tickets.comment.placeholder": "Comenta. El cliente no lo ve.",
  "ticket.source.inbox": "desde la bandeja de entrada",
  "ticket.source.flow": "por un flujo",
  "ticket.source.manual": "manualmente",
  "ticket.source.api": "por la API",
};
