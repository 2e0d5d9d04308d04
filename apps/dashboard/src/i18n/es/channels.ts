import type { channels as en } from "../en/channels.ts";
import type { TranslationOf } from "../messages.ts";

export const channels: TranslationOf<typeof en> = {
  "channels.connect": "Conectar un canal",
  "channels.connect.now": "Conectar",
  "channels.kind": "Tipo",
  "channels.name.hint": "Como lo llama tu equipo",
  "channels.address": "Cuenta",
  "channels.finding": "Qué falla",
  "channels.status.Connected": "conectado",
  "channels.status.Pending": "aún sin comprobar",
  "channels.status.NeedsReauth": "requiere iniciar sesión de nuevo",
  "channels.status.Disconnected": "desconectado",
  "channels.status.Error": "error",
  "channels.empty": "Aún no hay canales",
  "channels.empty.text": "Conecta el número o la cuenta a la que escriben tus clientes.",
  "channels.callback": "Dirección de callback",
  "channels.pace": "Ritmo",
  "channels.pace.perSecond": { one: "{n} mensaje por segundo", other: "{n} mensajes por segundo" },
  "channels.health": "Estado",
  "channels.check": "Comprobar ahora",
  "channels.disconnect": "Desconectar",
  "channels.disconnected": "Canal desconectado",
  "channels.reconnect": "Volver a conectar",
  "channels.connected": "Canal conectado",
  "channels.removed": "Canal eliminado",
  "channels.remove.text": "Ya no se recibirá ni se enviará nada por él. Sus conversaciones se conservan.",
};
