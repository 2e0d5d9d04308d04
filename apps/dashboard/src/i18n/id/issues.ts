import type { issues as en } from "../en/issues.ts";
import type { TranslationOf } from "../messages.ts";

export const issues: TranslationOf<typeof en> = {
  "issue.required": "Wajib diisi.",
  "issue.invalid_type": "Jenis isinya tidak sesuai.",
  "issue.too_long": "Terlalu panjang.",
  "issue.too_short": "Terlalu pendek.",
  "issue.too_many": "Terlalu banyak.",
  "issue.too_many.limit": "Paket Anda mengizinkan {limit}.",
  "issue.invalid_format": "Formatnya tidak sesuai.",
  "issue.out_of_range": "Di luar batas yang diizinkan.",
  "issue.unknown_value": "Ini bukan salah satu pilihan.",
  "issue.template_required": "Saat ini hanya template yang dapat dikirim.",
  "issue.missing_scope": "Peran Anda tidak mencakup ini.",
  "issue.exists": "Sudah dipakai.",
  "issue.unknown": "Kolom ini tidak ada.",
  "issue.not_found": "Ini sudah tidak ada.",
  "issue.not_allowed": "Ini tidak diizinkan di sini.",
  "issue.duplicate": "Ini muncul dua kali.",
  "issue.private_address": "Alamat ini tidak dapat dijangkau dari internet.",
};
