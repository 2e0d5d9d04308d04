export const orderStatuses = ["draft", "pending", "paid", "fulfilled", "cancelled", "refunded"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/**
 * Where an order may go from where it is. What was paid is refunded, not cancelled; cancelled and refunded are final. Staying
 * is always allowed and changes nothing.
 */
const next: Record<OrderStatus, readonly OrderStatus[]> = {
  draft: ["pending", "paid", "cancelled"],
  pending: ["draft", "paid", "cancelled"],
  paid: ["fulfilled", "refunded"],
  fulfilled: ["refunded"],
  cancelled: [],
  refunded: [],
};

export function mayBecome(from: OrderStatus, to: OrderStatus): boolean {
  return from === to || next[from].includes(to);
}

/** What an order may still become, for the message of a refusal. */
export function nextStatuses(from: OrderStatus): readonly OrderStatus[] {
  return next[from];
}

/** While nobody has paid for it, what is ordered may change. */
export function isEditable(status: OrderStatus): boolean {
  return status === "draft" || status === "pending";
}
