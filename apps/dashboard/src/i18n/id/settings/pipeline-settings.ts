import type { pipelineSettings as en } from "../../en/settings/pipeline-settings.ts";
import type { TranslationOf } from "../../messages.ts";

export const pipelineSettings: TranslationOf<typeof en> = {
  "settings.sales": "Penjualan",
  "settings.pipelines": "Pipeline",
  "pipelines.new": "Pipeline baru",
  "pipelines.new.hint": "Dimulai dengan enam tahap yang lazim, yang dapat Anda ubah.",
  "pipelines.stages": "Tahap",
  "pipelines.stagesOf": "Tahap {name}",
  "pipelines.default.hint": "Menerima transaksi yang tidak dipilihkan pipeline.",
  "pipelines.delete.text": "Tahapnya ikut dihapus. Pipeline yang memiliki transaksi, atau kontak di salah satu tahap, tidak dapat dihapus.",
  "pipelines.stage.new": "Tahap baru",
  "pipelines.stage.newIn": "Tahap baru di {name}",
  "pipelines.stage.up": "Pindahkan {name} ke atas",
  "pipelines.stage.down": "Pindahkan {name} ke bawah",
  "pipelines.stage.kind": "Transaksi di dalamnya",
  "pipelines.stage.kind.open": "Terbuka",
  "pipelines.stage.kind.won": "Menang",
  "pipelines.stage.kind.lost": "Kalah",
  "pipelines.stage.probability": "Peluang menang",
  "pipelines.stage.probability.hint": "Dalam persen. Perkiraan menghitung nilai transaksi dengannya.",
  "pipelines.stage.delete.text": "Tindakan ini tidak dapat diurungkan.",
  "pipelines.stage.moveTo": "Transaksi dan kontaknya pindah ke",
  "pipelines.stage.moveTo.none": "Tidak ke mana pun: tidak ada",
};
