import type { common as en } from "../../en/shell/common.ts";
import type { TranslationOf } from "../../messages.ts";

export const common: TranslationOf<typeof en> = {
  "common.cancel": "Batal",
  "common.save": "Simpan",
  "common.saved": "Tersimpan",
  "common.delete": "Hapus",
  "common.close": "Tutup",
  "common.back": "Kembali",
  "common.copied": "Disalin",
  "common.retry": "Coba lagi",
  "common.undo": "Batalkan",
  "common.loading": "Memuat",
  "common.yes": "Ya",
  "common.no": "Tidak",
  "common.none": "Tidak ada",
  "common.more": "Lainnya",
  "common.optional": "opsional",
  "error.title": "Ini gagal dimuat",
  "error.reference": "Sebutkan {reference} saat menghubungi tim dukungan.",
  "error.network": "Server tidak menjawab. Periksa koneksi Anda.",
  "error.forbidden": "Anda tidak dapat melihat ini",
  "error.forbidden.text": "Peran Anda di {organization} tidak mengizinkannya. Hubungi pemilik atau admin.",
  "error.notFound": "Halaman tidak ditemukan",
  "error.notFound.text": "Halaman ini sudah dihapus, atau alamatnya salah.",
  "error.unexpected": "Terjadi kesalahan di sisi kami.",
  "error.toInbox": "Ke kotak masuk",
};
