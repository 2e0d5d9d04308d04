import type { shortcuts as en } from "../../en/shell/shortcuts.ts";
import type { TranslationOf } from "../../messages.ts";

export const shortcuts: TranslationOf<typeof en> = {
  "shortcuts.single": "Tombol tunggal",
  "shortcuts.single.hint": "Nonaktif: hanya tombol dengan Ctrl, ⌘, atau Alt yang berfungsi. Untuk yang mendikte atau sering salah ketik.",
  "shortcuts.text":
    "Tekan tombol pintasan, lalu tombol baru. Backspace menonaktifkan, Esc membatalkan. Pintasan sebuah layar tampil di sini setelah Anda membukanya.",
  "shortcuts.change": "Ubah tombol: {name}",
  "shortcuts.press": "Tekan tombol",
  "shortcuts.off": "nonaktif",
  "shortcuts.reset": "Seperti semula: {name}",
  "shortcuts.resetAll": "Semua seperti semula",
  "shortcuts.twin": "Juga: {name}",
  "help.title": "Bantuan",
  "help.show": "Jelaskan layar ini",
  "help.hide": "Sembunyikan penjelasan",
};
