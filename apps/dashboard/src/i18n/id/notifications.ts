import type { notifications as en } from "../en/notifications.ts";
import type { TranslationOf } from "../messages.ts";

export const notifications: TranslationOf<typeof en> = {
  "notifications.show": "Yang ditampilkan",
  "notifications.show.all": "Semua",
  "notifications.show.unread": "Belum dibaca",
  "notifications.readAll": "Tandai semua sudah dibaca",
  "notifications.read": "Tandai sudah dibaca",
  "notifications.new": "belum dibaca",
  "notifications.empty": "Tidak ada yang perlu dibaca",
  "notifications.empty.text":
    "Di sini Anda tahu siapa yang menyebut Anda dalam catatan atau menugaskan percakapan, dan waktu janji yang terlewat.",
  "notification.mention": "{who} menyebut Anda dalam catatan",
  "notification.assignment": "{who} menugaskan percakapan kepada Anda",
  "notification.sla.first_response": "Balasan pertama tidak tepat waktu",
  "notification.sla.next_response": "Balasan tidak tepat waktu",
  "notification.sla.resolution": "Tidak diselesaikan tepat waktu",
  "notification.flow": "Sebuah flow memberi tahu",
  "notification.flow_paused": "Sebuah flow dihentikan",
  "notification.organization_export": "Ekspor organisasi telah selesai",
  "notification.grant_requested": "Sebuah agensi meminta akses",
  "notification.grant_ended": "Akses sebuah agensi telah berakhir",
  "notification.other": "Ada sesuatu yang terjadi",
};
