import type { acting as en } from "../../en/shell/acting.ts";
import type { TranslationOf } from "../../messages.ts";

export const acting: TranslationOf<typeof en> = {
  "acting.title": "Bertindak atas nama klien",
  "acting.text": "Anda bertindak di {client} untuk {agency}. Semuanya tercatat di kedua log audit.",
  "acting.left": { other: "{n} izin · berakhir dalam {time}" },
  "acting.extend": "Perpanjang satu jam",
  "acting.leave": "Keluar",
};
