import type { tickets as en } from "../en/tickets.ts";
import type { TranslationOf } from "../messages.ts";

export const tickets: TranslationOf<typeof en> = {
  "tickets.new": "Novo ticket",
  "tickets.create": "Criar ticket",
  "tickets.next": "Próximo ticket",
  "tickets.previous": "Ticket anterior",
  "tickets.choose": "Escolha um ticket",
  "tickets.empty": "Nenhum ticket aqui",
  "tickets.empty.text": "Um ticket é um trabalho que vai além da conversa: um conserto, um reembolso, uma promessa com data.",
  "tickets.subject": "Assunto",
  "tickets.description": "Descrição",
  "tickets.category": "Categoria",
  "tickets.fields": "Campos",
  "tickets.conversation": "A conversa de onde veio",
  "tickets.activity": "Atividade",
  "tickets.activity.created": "abriu o ticket",
  "tickets.activity.updated": "alterou o ticket",
  "tickets.activity.comment": "comentou",
  "tickets.change": "{field}: {from} → {to}",
  "tickets.system": "O sistema",
  "tickets.comment": "Comentar",
  "tickets.comment.placeholder": "Comente. O cliente não vê.",
  "ticket.source.inbox": "da caixa de entrada",
  "ticket.source.flow": "por um fluxo",
  "ticket.source.manual": "manualmente",
  "ticket.source.api": "pela API",
};
