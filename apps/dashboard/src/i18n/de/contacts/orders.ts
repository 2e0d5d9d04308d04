import type { orders as en } from "../../en/contacts/orders.ts";
import type { TranslationOf } from "../../messages.ts";

export const orders: TranslationOf<typeof en> = {
  "orders.new": "Neue Bestellung",
  "orders.one": "Bestellung {number}",
  "orders.create": "Bestellung anlegen",
  "orders.fixed": "Posten und Beträge lassen sich nicht mehr ändern, sobald die Bestellung bezahlt oder storniert ist.",
  "orders.addItem": "Posten hinzufügen",
  "orders.discount": "Rabatt",
  "orders.tax": "Steuer",
  "orders.shipping": "Versand",
  "orders.total": "Summe",
  "orders.note": "Notiz",
  "orders.item": "Posten {n}",
  "orders.item.name": "Posten",
  "orders.item.quantity": "Menge",
  "orders.item.unitPrice": "Einzelpreis",
  "orders.item.remove": "Posten entfernen",
  "orders.delete.text": "Die Bestellung wird endgültig gelöscht.",
};
