export const subscriptionTypes = ["monthly", "quarterly", "yearly", "one_time"] as const;
export type SubscriptionType = (typeof subscriptionTypes)[number];

const monthsOf: Record<SubscriptionType, number | null> = { monthly: 1, quarterly: 3, yearly: 12, one_time: null };

/**
 * The same day and time a number of months later, in UTC; the last day of a month that lacks the day. Counted from one
 * anchor, so that 31 January is followed by 28 February and 31 March.
 */
export function addMonths(anchor: Date, months: number): Date {
  const first = new Date(anchor);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(anchor.getUTCDate(), days));
  return first;
}

/**
 * The first bill of an anchor's series after an instant; the anchor itself counts. null: the type has no second bill.
 */
export function nextBillAfter(anchor: Date, type: SubscriptionType, after: Date): Date | null {
  if (anchor > after) return anchor;
  const step = monthsOf[type];
  if (step === null) return null;
  const months = (after.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + (after.getUTCMonth() - anchor.getUTCMonth());
  // One step below the calendar difference, because the day may still be to come.
  let n = Math.max(1, Math.floor(months / step));
  while (addMonths(anchor, n * step) <= after) n += 1;
  return addMonths(anchor, n * step);
}
