import type { notifications as en } from "../en/notifications.ts";
import type { TranslationOf } from "../messages.ts";

export const notifications: TranslationOf<typeof en> = {
  "notifications.show": "Tampilkan",
  "notifications.show.all": "Semua",
  "notifications.show.unread": "Belum dibaca",
  "notifications.readAll": "Tandai semua sudah dibaca",
  "notifications.read": "Tandai sudah dibaca",
  "notifications.new": "belum dibaca",
  "notifications.empty": "Tidak ada notifikasi",
  "notifications.empty.text":
    "Anda mendapat notifikasi saat seseorang menyebut Anda dalam catatan, menugaskan percakapan kepada Anda, atau target tingkat layanan terlewat.",
  "notification.mention": "{who} menyebut Anda dalam catatan",
  "notification.assignment": "{who} menugaskan percakapan kepada Anda",
  "notification.sla.first_response": "Balasan pertama terlambat",
  "notification.sla.next_response": "Balasan terlambat",
  "notification.sla.resolution": "Penyelesaian terlambat",
  "notification.flow": "Pesan dari alur",
  "notification.flow_paused": "Sebuah alur dihentikan",
  "notification.organization_export": "Ekspor organisasi telah selesai",
  "notification.grant_requested": "Sebuah agensi meminta akses",
  "notification.grant_ended": "Akses sebuah agensi telah berakhir",
  "notification.other": "Ada sesuatu yang terjadi",
};
