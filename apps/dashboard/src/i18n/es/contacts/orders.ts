import type { orders as en } from "../../en/contacts/orders.ts";
import type { TranslationOf } from "../../messages.ts";

export const orders: TranslationOf<typeof en> = {
  "orders.new": "Nuevo pedido",
  "orders.one": "Pedido {number}",
  "orders.create": "Crear pedido",
  "orders.fixed": "Los artículos y los importes no se pueden cambiar una vez pagado o cancelado.",
  "orders.addItem": "Añadir artículo",
  "orders.discount": "Descuento",
  "orders.tax": "Impuestos",
  "orders.shipping": "Envío",
  "orders.total": "Total",
  "orders.note": "Nota",
  "orders.item": "Artículo {n}",
  "orders.item.name": "Artículo",
  "orders.item.quantity": "Cantidad",
  "orders.item.unitPrice": "Precio unitario",
  "orders.item.remove": "Quitar artículo",
  "orders.delete.text": "El pedido se elimina de forma definitiva.",
};
