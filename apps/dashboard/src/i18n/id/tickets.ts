import type { tickets as en } from "../en/tickets.ts";
import type { TranslationOf } from "../messages.ts";

export const tickets: TranslationOf<typeof en> = {
  "tickets.new": "Tiket baru",
  "tickets.create": "Buat tiket",
  "tickets.next": "Tiket berikutnya",
  "tickets.previous": "Tiket sebelumnya",
  "tickets.choose": "Pilih tiket",
  "tickets.empty": "Tidak ada tiket di sini",
  "tickets.empty.text": "Tiket adalah pekerjaan yang berlanjut setelah percakapan: perbaikan, pengembalian dana, janji dengan tanggal.",
  "tickets.subject": "Subjek",
  "tickets.description": "Deskripsi",
  "tickets.category": "Kategori",
  "tickets.fields": "Kolom",
  "tickets.conversation": "Percakapan asalnya",
  "tickets.activity": "Aktivitas",
  "tickets.activity.created": "membuka tiket ini",
  "tickets.activity.updated": "mengubah tiket ini",
  "tickets.activity.comment": "berkomentar",
  "tickets.change": "{field}: {from} → {to}",
  "tickets.system": "Sistem",
  "tickets.comment": "Komentari",
  "tickets.comment.placeholder": "Tulis komentar. Pelanggan tidak melihatnya.",
  "ticket.source.inbox": "dari kotak masuk",
  "ticket.source.flow": "oleh alur",
  "ticket.source.manual": "secara manual",
  "ticket.source.api": "lewat API",
};
