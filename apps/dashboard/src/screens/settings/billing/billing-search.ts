/** The search parameters of billing: the list, and the month of usage and transactions. */
export const billingLists = ["usage", "payments", "transactions", "prices"] as const;
export type BillingList = (typeof billingLists)[number];

export interface BillingSearch {
  list?: BillingList;
  /** In UTC: 2026-11. */
  month?: string;
}

/** Reads the URL's search parameters; invalid values are ignored. */
export function readBillingSearch(search: Record<string, unknown>): BillingSearch {
  const list = billingLists.find((each) => each === search["list"]);
  const month = search["month"];
  return {
    ...(list === undefined ? {} : { list }),
    ...(typeof month === "string" && /^[1-9][0-9]{3}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}),
  };
}
