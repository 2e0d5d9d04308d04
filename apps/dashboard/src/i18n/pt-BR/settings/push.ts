import type { push as en } from "../../en/settings/push.ts";
import type { TranslationOf } from "../../messages.ts";

export const push: TranslationOf<typeof en> = {
  "push.title": "Neste dispositivo",
  "push.switch": "Notificar-me neste dispositivo",
  "push.switch.hint":
    "Quando alguém menciona você em uma nota ou atribui uma conversa a você, mesmo com o painel fechado. Funciona enquanto você estiver conectado aqui e nunca mostra o texto das mensagens.",
  "push.insecure": "Esta página não é segura",
  "push.insecure.text":
    "Os navegadores só avisam em páginas que começam com https://. Peça um endereço assim a quem administra este servidor.",
  "push.missing": "Este navegador não aceita notificações",
  "push.missing.text":
    "Use uma versão atual do Chrome, Edge, Firefox ou Safari, e não uma janela privada. No iPhone ou iPad, adicione primeiro o painel à tela de início e abra-o por lá.",
  "push.denied": "Este navegador bloqueia notificações",
  "push.denied.text":
    "As notificações estão bloqueadas para esta página. Para permiti-las, abra as configurações do site ao lado do endereço, permita as notificações e recarregue a página.",
  "push.undecided": "Você ainda não decidiu. Ative novamente e permita as notificações.",
  "push.unreachable": "O navegador não conseguiu acessar o serviço de push. Verifique a conexão e se o navegador permite mensagens push.",
  "push.devices": "Dispositivos que recebem notificações",
  "push.devices.empty": "Nenhum ainda",
  "push.remove": "Parar",
  "push.removeOf": "Parar de avisar em {device}",
  "push.told.mention": "Você foi mencionado em uma nota",
  "push.told.assignment": "Uma conversa foi atribuída a você",
};
