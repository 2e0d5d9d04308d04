import { messages } from "../../messages.ts";

/** Orders of a contact. */
export const orders = messages({
  "orders.new": "New order",
  "orders.one": "Order {number}",
  "orders.create": "Create order",
  "orders.fixed": "Items and amounts cannot change once it is paid or cancelled.",
  "orders.addItem": "Add item",
  "orders.discount": "Discount",
  "orders.tax": "Tax",
  "orders.shipping": "Shipping",
  "orders.total": "Total",
  "orders.note": "Note",
  "orders.item": "Item {n}",
  "orders.item.name": "Item",
  "orders.item.quantity": "Quantity",
  "orders.item.unitPrice": "Unit price",
  "orders.item.remove": "Remove item",
  "orders.delete.text": "The order is deleted for good.",
});
