import type { notifications as en } from "../en/notifications.ts";
import type { TranslationOf } from "../messages.ts";

export const notifications: TranslationOf<typeof en> = {
  "notifications.show": "Quais mostrar",
  "notifications.show.all": "Todas",
  "notifications.show.unread": "Não lidas",
  "notifications.readAll": "Marcar tudo como lido",
  "notifications.read": "Marcar como lida",
  "notifications.new": "não lida",
  "notifications.empty": "Nada para ler",
  "notifications.empty.text":
    "Aqui você vê quem o menciona em uma nota ou lhe atribui uma conversa, e os prazos prometidos que foram perdidos.",
  "notification.mention": "{who} mencionou você em uma nota",
  "notification.assignment": "{who} atribuiu uma conversa a você",
  "notification.sla.first_response": "Uma primeira resposta não chegou a tempo",
  "notification.sla.next_response": "Uma resposta não chegou a tempo",
  "notification.sla.resolution": "Não foi resolvido a tempo",
  "notification.flow": "Um fluxo avisa você",
  "notification.flow_paused": "Um fluxo foi interrompido",
  "notification.organization_export": "Uma exportação da organização terminou",
  "notification.grant_requested": "Uma agência pede acesso",
  "notification.grant_ended": "O acesso de uma agência terminou",
  "notification.other": "Algo aconteceu",
};
