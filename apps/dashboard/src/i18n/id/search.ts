import type { search as en } from "../en/search.ts";
import type { TranslationOf } from "../messages.ts";

export const search: TranslationOf<typeof en> = {
  "search.field": "Cari pesan, orang, dan tiket",
  "search.types": "Yang dicari",
  "search.types.all": "Semua",
  "search.types.messages": "Pesan",
  "search.types.conversations": "Percakapan",
  "search.types.contacts": "Kontak",
  "search.types.tickets": "Tiket",
  "search.begin": "Cari di semua percakapan",
  "search.begin.text": "Urutan kata bebas; salah ketik dan aksen yang hilang tidak masalah.",
  "search.none": "Tidak ada hasil",
  "search.none.text": "Coba kata yang lebih sedikit, atau awal kata.",
  "search.more": "Tampilkan semua",
  "search.everywhere": "Cari “{q}” di mana-mana",
  "search.note": "Catatan",
};
