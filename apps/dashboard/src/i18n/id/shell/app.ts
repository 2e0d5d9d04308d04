import type { app as en } from "../../en/shell/app.ts";
import type { TranslationOf } from "../../messages.ts";

export const app: TranslationOf<typeof en> = {
  "app.update": "Ada versi baru.",
  "app.update.now": "Muat ulang untuk versi baru",
  "app.offline": "Anda sedang luring",
  "app.offline.text":
    "Server tidak dapat dijangkau, jadi tidak ada yang dapat ditampilkan. Apa yang sudah Anda tulis tersimpan. Halaman ini berlanjut sendiri saat koneksi kembali.",
};
