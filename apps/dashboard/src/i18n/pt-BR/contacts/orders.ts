import type { orders as en } from "../../en/contacts/orders.ts";
import type { TranslationOf } from "../../messages.ts";

export const orders: TranslationOf<typeof en> = {
  "orders.new": "Novo pedido",
  "orders.one": "Pedido {number}",
  "orders.create": "Criar pedido",
  "orders.fixed": "Itens e valores não podem ser alterados depois que o pedido é pago ou cancelado.",
  "orders.addItem": "Adicionar item",
  "orders.discount": "Desconto",
  "orders.tax": "Impostos",
  "orders.shipping": "Frete",
  "orders.total": "Total",
  "orders.note": "Nota",
  "orders.item": "Item {n}",
  "orders.item.name": "Item",
  "orders.item.quantity": "Quantidade",
  "orders.item.unitPrice": "Preço unitário",
  "orders.item.remove": "Remover item",
  "orders.delete.text": "O pedido é excluído definitivamente.",
};
