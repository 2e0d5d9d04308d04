import type { shortcuts as en } from "../../en/shell/shortcuts.ts";
import type { TranslationOf } from "../../messages.ts";

export const shortcuts: TranslationOf<typeof en> = {
  "shortcuts.single": "Tombol tunggal",
  "shortcuts.single.hint":
    "Bila nonaktif, hanya tombol yang digabung dengan Ctrl, ⌘, atau Alt yang berfungsi. Berguna jika Anda mendikte atau sering salah tekan.",
  "shortcuts.text":
    "Tekan tombol sebuah pintasan, lalu tombol baru. Backspace menonaktifkan pintasan, Esc membiarkannya. Pintasan sebuah layar tampil di sini setelah Anda membuka layar itu.",
  "shortcuts.change": "Ubah tombol: {name}",
  "shortcuts.press": "Tekan tombol",
  "shortcuts.off": "nonaktif",
  "shortcuts.reset": "Atur ulang: {name}",
  "shortcuts.resetAll": "Atur ulang semua",
  "shortcuts.twin": "Juga: {name}",
  "help.title": "Bantuan",
  "help.show": "Jelaskan layar ini",
  "help.hide": "Sembunyikan penjelasan",
};
