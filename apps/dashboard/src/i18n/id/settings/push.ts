import type { push as en } from "../../en/settings/push.ts";
import type { TranslationOf } from "../../messages.ts";

export const push: TranslationOf<typeof en> = {
  "push.title": "Di perangkat ini",
  "push.switch": "Beri tahu saya di perangkat ini",
  "push.switch.hint":
    "Saat seseorang menyebut Anda dalam catatan atau menugaskan percakapan kepada Anda, juga ketika dasbor ditutup. Ini berlaku selama Anda masuk di sini, dan tidak pernah menampilkan teks pesan.",
  "push.insecure": "Halaman ini tidak aman",
  "push.insecure.text":
    "Browser hanya memberi tahu untuk halaman yang diawali https://. Mintalah alamat seperti itu kepada pengelola server ini.",
  "push.missing": "Browser ini tidak mendukung notifikasi",
  "push.missing.text":
    "Gunakan Chrome, Edge, Firefox, atau Safari terbaru, dan bukan jendela pribadi. Di iPhone atau iPad, tambahkan dasbor ke layar utama terlebih dahulu, lalu buka dari sana.",
  "push.denied": "Browser ini memblokir notifikasi",
  "push.denied.text":
    "Notifikasi diblokir untuk halaman ini. Untuk mengizinkannya, buka pengaturan situs di samping alamat, izinkan notifikasi, lalu muat ulang halaman.",
  "push.undecided": "Anda belum memutuskan. Aktifkan lagi dan izinkan notifikasi.",
  "push.unreachable": "Browser tidak dapat menjangkau layanan push-nya. Periksa koneksi, dan apakah browser mengizinkan pesan push.",
  "push.devices": "Perangkat yang mendapat notifikasi",
  "push.devices.empty": "Belum ada",
  "push.remove": "Hentikan",
  "push.removeOf": "Hentikan pemberitahuan di {device}",
  "push.told.mention": "Anda disebut dalam sebuah catatan",
  "push.told.assignment": "Sebuah percakapan ditugaskan kepada Anda",
};
