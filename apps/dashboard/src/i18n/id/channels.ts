import type { channels as en } from "../en/channels.ts";
import type { TranslationOf } from "../messages.ts";

export const channels: TranslationOf<typeof en> = {
  "channels.connect": "Hubungkan kanal",
  "channels.connect.now": "Hubungkan",
  "channels.kind": "Jenis",
  "channels.name.hint": "Nama yang dipakai tim Anda",
  "channels.address": "Akun",
  "channels.finding": "Masalahnya",
  "channels.status.Connected": "terhubung",
  "channels.status.Pending": "belum diperiksa",
  "channels.status.NeedsReauth": "perlu masuk lagi",
  "channels.status.Disconnected": "terputus",
  "channels.status.Error": "error",
  "channels.empty": "Belum ada kanal",
  "channels.empty.text": "Hubungkan nomor atau akun yang dihubungi pelanggan Anda.",
  "channels.callback": "Alamat callback",
  "channels.pace": "Kecepatan",
  "channels.pace.perSecond": { other: "{n} pesan per detik" },
  "channels.health": "Kondisi",
  "channels.check": "Periksa sekarang",
  "channels.disconnect": "Putuskan",
  "channels.disconnected": "Kanal diputuskan",
  "channels.reconnect": "Hubungkan lagi",
  "channels.connected": "Kanal terhubung",
  "channels.removed": "Kanal dihapus",
  "channels.remove.text": "Tidak ada lagi yang diterima atau dikirim lewat kanal ini. Percakapannya tetap tersimpan.",
};
