import type { received as en } from "../../en/inbox/received.ts";
import type { TranslationOf } from "../../messages.ts";

export const received: TranslationOf<typeof en> = {
  "message.order": { other: "Pesanan {n} barang" },
  "message.order.whole": "Pesanan",
  "message.order.unnamed": "Barang tanpa nama",
  "message.form": "Jawaban formulir",
  "message.form.empty": "Tidak ada jawaban",
  "message.callPermission": "Menjawab apakah Anda boleh menelepon",
  "message.callPermission.accept": "Mengizinkan panggilan",
  "message.callPermission.acceptUntil": "Mengizinkan panggilan sampai {when}",
  "message.callPermission.permanent": "Mengizinkan panggilan secara permanen",
  "message.callPermission.reject": "Menolak panggilan",
  "message.callPermission.automatic": "Ditetapkan otomatis oleh platform",
  "message.story.mention": "Menyebut Anda dalam story",
  "message.story.share": "Membagikan story",
  "message.story.reply": "Membalas story Anda",
  "message.share": "Membagikan postingan",
  "message.share.reel": "Membagikan reel",
  "message.referral": "Datang dari iklan atau tautan",
  "message.referral.ref": "Referensi: {ref}",
  "message.product": "Tentang sebuah barang",
};
