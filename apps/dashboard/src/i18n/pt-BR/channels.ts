import type { channels as en } from "../en/channels.ts";
import type { TranslationOf } from "../messages.ts";

export const channels: TranslationOf<typeof en> = {
  "channels.connect": "Conectar um canal",
  "channels.connect.now": "Conectar",
  "channels.kind": "Tipo",
  "channels.name.hint": "Como sua equipe o chama",
  "channels.address": "Conta",
  "channels.finding": "O que há de errado",
  "channels.status.Connected": "conectado",
  "channels.status.Pending": "ainda não verificado",
  "channels.status.NeedsReauth": "entre novamente",
  "channels.status.Disconnected": "desconectado",
  "channels.status.Error": "erro",
  "channels.empty": "Nenhum canal ainda",
  "channels.empty.text": "Conecte o número ou a conta para onde seus clientes escrevem.",
  "channels.callback": "Endereço de callback",
  "channels.pace": "Ritmo",
  "channels.pace.perSecond": { one: "{n} mensagem por segundo", other: "{n} mensagens por segundo" },
  "channels.health": "Saúde",
  "channels.check": "Verificar agora",
  "channels.disconnect": "Desconectar",
  "channels.disconnected": "Canal desconectado",
  "channels.reconnect": "Conectar novamente",
  "channels.connected": "Canal conectado",
  "channels.removed": "Canal removido",
  "channels.remove.text": "Nada mais é recebido ou enviado por ele. As conversas dele são mantidas.",
};
