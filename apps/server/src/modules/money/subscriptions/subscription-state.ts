export const subscriptionStatuses = ["trialing", "active", "past_due", "paused", "cancelled", "expired"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/**
 * What may become of a subscription. An organization has one for its life, so cancelled and expired are not the end: it can be taken up again.
 * `past_due` and `expired` are also set by the renewal job.
 */
export const subscriptionTransitions: Record<SubscriptionStatus, readonly SubscriptionStatus[]> = {
  trialing: ["active", "past_due", "paused", "cancelled", "expired"],
  active: ["past_due", "paused", "cancelled", "expired"],
  past_due: ["active", "paused", "cancelled", "expired"],
  paused: ["active", "cancelled", "expired"],
  cancelled: ["trialing", "active"],
  expired: ["trialing", "active"],
};

/** Staying as it is, is no transition and always allowed. */
export function mayBecome(from: SubscriptionStatus, to: SubscriptionStatus): boolean {
  return from === to || subscriptionTransitions[from].includes(to);
}

/** Bills come only in these. */
export function isBilled(status: SubscriptionStatus): boolean {
  return status === "trialing" || status === "active" || status === "past_due";
}
