export const orderStatuses = ["draft", "pending", "paid", "fulfilled", "cancelled", "refunded"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/**
 * The statuses that an order may change to. A paid order is refunded, not cancelled; cancelled and refunded are final.
 * Keeping the status is always allowed and changes nothing.
 */
const next: Record<OrderStatus, readonly OrderStatus[]> = {
  draft: ["pending", "paid", "cancelled"],
  pending: ["draft", "paid", "cancelled"],
  paid: ["fulfilled", "refunded"],
  fulfilled: ["refunded"],
  cancelled: [],
  refunded: [],
};

export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return from === to || next[from].includes(to);
}

/** The statuses still possible, for the message of a refusal. */
export function nextStatuses(from: OrderStatus): readonly OrderStatus[] {
  return next[from];
}

/** An order's items may change while it is unpaid. */
export function isEditable(status: OrderStatus): boolean {
  return status === "draft" || status === "pending";
}
