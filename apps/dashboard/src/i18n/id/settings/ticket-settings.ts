import type { ticketSettings as en } from "../../en/settings/ticket-settings.ts";
import type { TranslationOf } from "../../messages.ts";

export const ticketSettings: TranslationOf<typeof en> = {
  "settings.tickets": "Tiket",
  "settings.ticketCategories": "Kategori tiket",
  "settings.ticketFields": "Kolom tiket",
  "ticketCategories.new": "Kategori baru",
  "ticketCategories.empty": "Belum ada kategori",
  "ticketCategories.empty.text": "Kategori menyatakan jenis pekerjaan sebuah tiket: perbaikan, pengembalian dana, keluhan.",
  "ticketCategories.delete.text": "Tiketnya tetap ada, tanpa kategori. Tindakan ini tidak dapat dibatalkan.",
  "ticketFields.empty.text": "Kolom menyimpan hal yang perlu Anda ketahui tentang setiap tiket: nomor seri, tanggal pembelian.",
  "ticketFields.required.hint":
    "Tiket baru harus memilikinya dan tidak dapat dikosongkan. Tiket dari alur, chatbot, dan tindak lanjut tidak memerlukannya.",
  "ticketFields.delete.text": "Nilainya dihapus dari semua tiket. Tindakan ini tidak dapat dibatalkan.",
};
