import type { pipeline as en } from "../../en/contacts/pipeline.ts";
import type { TranslationOf } from "../../messages.ts";

export const pipeline: TranslationOf<typeof en> = {
  "pipeline.newDeal": "Deal baru",
  "pipeline.deal": "Deal",
  "pipeline.none": "Belum ada pipeline",
  "pipeline.none.text": "Pipeline berisi tahap-tahap yang dilalui sebuah penjualan.",
  "pipeline.noDeals": "Tidak ada deal",
  "pipeline.open": "Terbuka",
  "pipeline.weighted": "Tertimbang",
  "pipeline.won": "Dimenangkan",
  "pipeline.lane": { other: "{stage}, {n} deal" },
  "pipeline.moveTo": "Pindahkan ke",
  "pipeline.lost": "{title} gagal",
  "pipeline.lostReason": "Alasan",
  "pipeline.markLost": "Tandai gagal",
  "pipeline.title": "Judul",
  "pipeline.contact": "Kontak",
  "pipeline.amount": "Jumlah",
  "pipeline.currency": "Mata uang",
  "pipeline.stage": "Tahap",
};
