import type { notifications as en } from "../en/notifications.ts";
import type { TranslationOf } from "../messages.ts";

export const notifications: TranslationOf<typeof en> = {
  "notifications.show": "Mostrar",
  "notifications.show.all": "Todas",
  "notifications.show.unread": "Não lidas",
  "notifications.readAll": "Marcar tudo como lido",
  "notifications.read": "Marcar como lida",
  "notifications.new": "não lida",
  "notifications.empty": "Nenhuma notificação",
  "notifications.empty.text":
    "Você recebe uma notificação quando alguém menciona você em uma nota, atribui uma conversa a você ou quando uma meta de nível de serviço não é cumprida.",
  "notification.mention": "{who} mencionou você em uma nota",
  "notification.assignment": "{who} atribuiu uma conversa a você",
  "notification.sla.first_response": "Primeira resposta atrasada",
  "notification.sla.next_response": "Resposta atrasada",
  "notification.sla.resolution": "Resolução atrasada",
  "notification.flow": "Mensagem de um fluxo",
  "notification.flow_paused": "Um fluxo foi interrompido",
  "notification.organization_export": "Uma exportação da organização terminou",
  "notification.grant_requested": "Uma agência pede acesso",
  "notification.grant_ended": "O acesso de uma agência terminou",
  "notification.other": "Algo aconteceu",
};
