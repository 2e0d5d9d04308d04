import type { pipelineSettings as en } from "../../en/settings/pipeline-settings.ts";
import type { TranslationOf } from "../../messages.ts";

export const pipelineSettings: TranslationOf<typeof en> = {
  "settings.sales": "Penjualan",
  "settings.pipelines": "Pipeline",
  "pipelines.new": "Pipeline baru",
  "pipelines.new.hint": "Dimulai dengan enam tahap yang lazim, yang dapat Anda ubah.",
  "pipelines.stages": "Tahap",
  "pipelines.stagesOf": "Tahap {name}",
  "pipelines.default.hint": "Menerima deal yang tidak dipilihkan pipeline.",
  "pipelines.delete.text": "Tahapnya ikut dihapus. Pipeline yang memiliki deal, atau kontak di salah satu tahap, tidak dapat dihapus.",
  "pipelines.stage.new": "Tahap baru",
  "pipelines.stage.newIn": "Tahap baru di {name}",
  "pipelines.stage.up": "Pindahkan {name} ke atas",
  "pipelines.stage.down": "Pindahkan {name} ke bawah",
  "pipelines.stage.kind": "Deal di tahap ini",
  "pipelines.stage.kind.open": "Terbuka",
  "pipelines.stage.kind.won": "Dimenangkan",
  "pipelines.stage.kind.lost": "Gagal",
  "pipelines.stage.probability": "Peluang menang",
  "pipelines.stage.probability.hint": "Dalam persen. Perkiraan membobot nilai deal dengannya.",
  "pipelines.stage.delete.text": "Tindakan ini tidak dapat dibatalkan.",
  "pipelines.stage.moveTo": "Deal dan kontaknya pindah ke",
  "pipelines.stage.moveTo.none": "Tidak ke mana pun: tahap ini kosong",
};
