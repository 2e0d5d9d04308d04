import type { records as en } from "../en/records.ts";
import type { TranslationOf } from "../messages.ts";

export const records: TranslationOf<typeof en> = {
  "inbox.chatbot.takeOver": "Ambil alih dari chatbot",
  "inbox.chatbot.tookOver": "Diambil alih dari chatbot",
  "inbox.chatbot.handTo": "Serahkan ke chatbot",
  "inbox.chatbot.handed": "Chatbot sekarang menjawab",
  "tickets.followUp": "Buat tiket tindak lanjut",
  "tickets.delete.text": "Aktivitas dan komentarnya ikut dihapus. Tindakan ini tidak dapat dibatalkan.",
  "contact.delete.text":
    "Kontak dapat dihapus selama tidak memiliki percakapan, panggilan, deal, pesanan, atau tiket. Tindakan ini tidak dapat dibatalkan.",
  "contact.erase.text":
    "Kontak ini memiliki percakapan, panggilan, deal, pesanan, atau tiket, sehingga hanya dapat dihapus bersama semuanya.",
  "contact.erasing": "Data sedang dihapus. Anda dapat menemukan permintaannya di Pengaturan, Privasi.",
  "pipeline.delete": "Hapus deal",
  "pipeline.delete.text": "Riwayatnya ikut dihapus. Tindakan ini tidak dapat dibatalkan.",
  "pipeline.history": "Riwayat tahap",
  "settings.tags": "Tag",
  "tags.empty": "Belum ada tag",
  "tags.empty.text": "Tag menjelaskan kontak: VIP, grosir, buletin. Tambahkan tag pada kontak, atau impor.",
  "tags.rename.hint": "Jika sudah ada tag dengan nama ini, keduanya digabungkan.",
  "tags.merge": "Gabungkan",
  "tags.merge.title": { other: "Gabungkan {n} tag" },
  "tags.into": "Menjadi",
  "tags.delete.text": { other: "Dihapus dari {n} kontak. Tindakan ini tidak dapat dibatalkan." },
  "tags.changed": { other: "{n} kontak diubah" },
  "tags.changed.more": { other: "{n} kontak diubah, yang lain menyusul" },
};
