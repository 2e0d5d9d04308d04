import type { orders as en } from "../../en/contacts/orders.ts";
import type { TranslationOf } from "../../messages.ts";

export const orders: TranslationOf<typeof en> = {
  "orders.new": "Pesanan baru",
  "orders.one": "Pesanan {number}",
  "orders.create": "Buat pesanan",
  "orders.fixed": "Barang dan jumlah tidak dapat diubah setelah dibayar atau dibatalkan.",
  "orders.addItem": "Tambah barang",
  "orders.discount": "Diskon",
  "orders.tax": "Pajak",
  "orders.shipping": "Ongkos kirim",
  "orders.total": "Total",
  "orders.note": "Catatan",
  "orders.item": "Barang {n}",
  "orders.item.name": "Barang",
  "orders.item.quantity": "Jumlah",
  "orders.item.unitPrice": "Harga satuan",
  "orders.item.remove": "Hapus barang",
  "orders.delete.text": "Pesanan dihapus permanen.",
};
