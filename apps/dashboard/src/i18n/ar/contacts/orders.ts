import type { orders as en } from "../../en/contacts/orders.ts";
import type { TranslationOf } from "../../messages.ts";

export const orders: TranslationOf<typeof en> = {
  "orders.new": "طلب جديد",
  "orders.one": "الطلب {number}",
  "orders.create": "إنشاء طلب",
  "orders.fixed": "لا تتغير الأصناف والمبالغ بعد الدفع أو الإلغاء.",
  "orders.addItem": "إضافة صنف",
  "orders.discount": "الخصم",
  "orders.tax": "الضريبة",
  "orders.shipping": "الشحن",
  "orders.total": "الإجمالي",
  "orders.note": "ملاحظة",
  "orders.item": "الصنف {n}",
  "orders.item.name": "الصنف",
  "orders.item.quantity": "الكمية",
  "orders.item.unitPrice": "سعر الوحدة",
  "orders.item.remove": "إزالة الصنف",
  "orders.delete.text": "يُحذف الطلب نهائيًا.",
};
