/** An order as entered in the form. Pure. */
import type { NewOrderItem, Order, OrderItem, UpdateOrder } from "@parley/sdk";

export interface ItemDraft {
  name: string;
  quantity: number;
  unitPrice: number;
  /** Values that are not shown and stay unchanged. */
  rest: Partial<Pick<OrderItem, "sku" | "discount">>;
}

export interface OrderDraft {
  items: ItemDraft[];
  currency: string;
  discount: number;
  tax: number;
  shipping: number;
  note: string;
  status: Order["status"];
}

/** The next statuses of an order. The server decides. */
export const nextStatuses: Readonly<Record<Order["status"], readonly Order["status"][]>> = {
  draft: ["draft", "pending", "paid", "cancelled"],
  pending: ["pending", "draft", "paid", "cancelled"],
  paid: ["paid", "fulfilled", "refunded"],
  fulfilled: ["fulfilled", "refunded"],
  cancelled: ["cancelled"],
  refunded: ["refunded"],
};

/** The statuses with which an order can be created. */
export const firstStatuses = ["draft", "pending", "paid", "fulfilled"] as const;

/** Whether items and amounts can still change. */
export const isOpen = (status: Order["status"]): boolean => status === "draft" || status === "pending";

export const emptyItem: ItemDraft = { name: "", quantity: 1, unitPrice: Number.NaN, rest: {} };

export const newOrder = (currency: string): OrderDraft => ({
  ...{ items: [emptyItem], currency, discount: 0, tax: 0, shipping: 0, note: "", status: "draft" },
});

export function draftOf(order: Order): OrderDraft {
  const { items, currency, discount, tax, shipping, note, status } = order;
  return {
    ...{ currency, discount, tax, shipping, status },
    note: note ?? "",
    items: items.map(({ name, quantity, unitPrice, ...rest }) => ({
      ...{ name, quantity, unitPrice },
      rest: { sku: rest.sku, discount: rest.discount },
    })),
  };
}

/** An empty amount counts as none. */
const amount = (value: number): number => (Number.isNaN(value) ? 0 : value);

/** The total of what has been entered so far; the server computes it exactly. */
export function totalOf({ items, discount, tax, shipping }: OrderDraft): number {
  const sum = items.reduce((all, { quantity, unitPrice, rest }) => all + amount(quantity) * amount(unitPrice) - (rest.discount ?? 0), 0);
  return Math.round((sum - amount(discount) + amount(tax) + amount(shipping)) * 1e6) / 1e6;
}

/** A missing price or quantity is left out, so that the server reports it at its field; it is never taken for 0. */
export function itemsOf({ items }: OrderDraft): NewOrderItem[] {
  return items.map(({ name, quantity, unitPrice, rest }) => ({
    ...{ ...rest, name: name.trim() },
    ...(Number.isNaN(quantity) ? {} : { quantity }),
    ...(Number.isNaN(unitPrice) ? {} : { unitPrice }),
  })) as NewOrderItem[];
}

/** Only the changes: the server refuses amounts for a paid order, even unchanged ones. */
export function changesOf(order: Order, draft: OrderDraft): UpdateOrder {
  const before = draftOf(order);
  if (!isOpen(order.status)) draft = { ...before, status: draft.status, note: draft.note };
  const given = { ...draft, currency: draft.currency.trim().toUpperCase() };
  return {
    ...(draft.status === order.status ? {} : { status: draft.status }),
    ...(draft.note.trim() === before.note ? {} : { note: draft.note.trim() === "" ? null : draft.note.trim() }),
    ...(given.currency === order.currency ? {} : { currency: given.currency }),
    ...(JSON.stringify(itemsOf(draft)) === JSON.stringify(itemsOf(before)) ? {} : { items: itemsOf(draft) }),
    ...Object.fromEntries(
      (["discount", "tax", "shipping"] as const)
        .map((field) => [field, amount(draft[field])] as const)
        .filter(([field, value]) => value !== order[field]),
    ),
  };
}
