export const subscriptionStatuses = ["trialing", "active", "past_due", "paused", "cancelled", "expired"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/**
 * A subscription's possible transitions. An organization has one subscription for its whole life, so cancelled and
 * expired are not final: it can be resumed. The renewal job also sets `past_due` and `expired`.
 */
export const subscriptionTransitions: Record<SubscriptionStatus, readonly SubscriptionStatus[]> = {
  trialing: ["active", "past_due", "paused", "cancelled", "expired"],
  active: ["past_due", "paused", "cancelled", "expired"],
  past_due: ["active", "paused", "cancelled", "expired"],
  paused: ["active", "cancelled", "expired"],
  cancelled: ["trialing", "active"],
  expired: ["trialing", "active"],
};

/** Keeping the status is not a transition and is always allowed. */
export function canBecome(from: SubscriptionStatus, to: SubscriptionStatus): boolean {
  return from === to || subscriptionTransitions[from].includes(to);
}

/** Only these statuses are billed. */
export function isBilled(status: SubscriptionStatus): boolean {
  return status === "trialing" || status === "active" || status === "past_due";
}
