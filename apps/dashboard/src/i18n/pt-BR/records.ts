import type { records as en } from "../en/records.ts";
import type { TranslationOf } from "../messages.ts";

export const records: TranslationOf<typeof en> = {
  "inbox.chatbot.takeOver": "Assumir a conversa do chatbot",
  "inbox.chatbot.tookOver": "Conversa assumida do chatbot",
  "inbox.chatbot.handTo": "Passar para o chatbot",
  "inbox.chatbot.handed": "O chatbot está respondendo agora",
  "tickets.followUp": "Criar ticket de acompanhamento",
  "tickets.delete.text": "A atividade e os comentários também são excluídos. Não é possível desfazer.",
  "contact.delete.text":
    "Um contato pode ser excluído enquanto não tiver conversas, chamadas, negócios, pedidos nem tickets. Não é possível desfazer.",
  "contact.erase.text": "Este contato tem conversas, chamadas, negócios, pedidos ou tickets, por isso só pode ser apagado junto com eles.",
  "contact.erasing": "Os dados estão sendo apagados. Você encontra a solicitação em Configurações, Privacidade.",
  "pipeline.delete": "Excluir negócio",
  "pipeline.delete.text": "O histórico também é excluído. Não é possível desfazer.",
  "pipeline.history": "Histórico de etapas",
  "settings.tags": "Tags",
  "tags.empty": "Nenhuma tag ainda",
  "tags.empty.text": "Uma tag descreve um contato: VIP, atacado, newsletter. Adicione tags aos contatos ou importe-as.",
  "tags.rename.hint": "Se outra tag já tiver este nome, as duas são mescladas.",
  "tags.merge": "Mesclar",
  "tags.merge.title": {
    one: "Mesclar {n} tag",
    many: "Mesclar {n} tags",
    other: "Mesclar {n} tags",
  },
  "tags.into": "Em",
  "tags.delete.text": {
    one: "Ela é removida de {n} contato. Não é possível desfazer.",
    many: "Ela é removida de {n} contatos. Não é possível desfazer.",
    other: "Ela é removida de {n} contatos. Não é possível desfazer.",
  },
  "tags.changed": { one: "{n} contato alterado", many: "{n} contatos alterados", other: "{n} contatos alterados" },
  "tags.changed.more": {
    one: "{n} contato alterado, os outros seguem",
    many: "{n} contatos alterados, os outros seguem",
    other: "{n} contatos alterados, os outros seguem",
  },
};
