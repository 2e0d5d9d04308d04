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
  "search.begin": "Cari dalam semua yang pernah dikatakan",
  "search.begin.text": "Kata dalam urutan apa pun; aksen dan salah ketik dimaklumi.",
  "search.none": "Tidak ada yang ditemukan",
  "search.none.text": "Coba kata yang lebih sedikit, atau awal kata.",
  "search.more": "Tampilkan semua",
  "search.everywhere": "Cari “{q}” di mana-mana",
  "search.note": "Catatan",
};
