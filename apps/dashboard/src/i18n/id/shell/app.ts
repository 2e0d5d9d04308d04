import type { app as en } from "../../en/shell/app.ts";
import type { TranslationOf } from "../../messages.ts";

export const app: TranslationOf<typeof en> = {
  "app.update": "Versi baru tersedia.",
  "app.update.now": "Muat ulang untuk versi baru",
  "app.offline": "Anda sedang offline",
  "app.offline.text":
    "Server tidak dapat dijangkau, jadi tidak ada yang dapat dimuat. Yang sedang Anda tulis tetap tersimpan. Halaman ini berlanjut sendiri saat Anda kembali online.",
};
