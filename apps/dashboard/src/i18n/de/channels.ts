import type { channels as en } from "../en/channels.ts";
import type { TranslationOf } from "../messages.ts";

export const channels: TranslationOf<typeof en> = {
  "channels.connect": "Kanal verbinden",
  "channels.connect.now": "Verbinden",
  "channels.kind": "Art",
  "channels.name.hint": "So nennt ihn Ihr Team",
  "channels.address": "Konto",
  "channels.finding": "Was nicht stimmt",
  "channels.status.Connected": "verbunden",
  "channels.status.Pending": "noch nicht geprüft",
  "channels.status.NeedsReauth": "neu anmelden",
  "channels.status.Disconnected": "getrennt",
  "channels.status.Error": "Fehler",
  "channels.empty": "Noch kein Kanal",
  "channels.empty.text": "Verbinden Sie die Nummer oder das Konto, an das Ihre Kunden schreiben.",
  "channels.callback": "Callback-Adresse",
  "channels.pace": "Tempo",
  "channels.pace.perSecond": { one: "{n} Nachricht pro Sekunde", other: "{n} Nachrichten pro Sekunde" },
  "channels.health": "Zustand",
  "channels.check": "Jetzt prüfen",
  "channels.disconnect": "Trennen",
  "channels.disconnected": "Kanal getrennt",
  "channels.reconnect": "Wieder verbinden",
  "channels.connected": "Kanal verbunden",
  "channels.removed": "Kanal entfernt",
  "channels.remove.text": "Darüber wird nichts mehr empfangen oder gesendet. Die Konversationen bleiben erhalten.",
};
