import type { Micros } from "#platform/money/money.ts";

export const billingModes = ["agency_pays", "client_pays"] as const;
export type BillingMode = (typeof billingModes)[number];

/** An agency's terms for a client's usage. */
export interface Terms {
  agencyId: string;
  mode: BillingMode;
  /** Percent with at most two decimals, as PostgreSQL's text. */
  markupPercent: string;
}

export interface Split {
  /** The cost of the work, before any markup. */
  cost: Micros;
  /** What is taken from the tenant's own balance. */
  taken: Micros;
  /** Including the markup: what the tenant pays in either mode. */
  billed: Micros;
}

/**
 * Who pays what part of a cost. Pure. Without terms the tenant pays the cost; with `client_pays` the marked-up price;
 * with `agency_pays` nothing from its balance, but it owes the agency the marked-up price. The markup is rounded half
 * up to a millionth, so a higher cost is never billed lower.
 */
export function split(terms: Terms | null, cost: Micros): Split {
  if (terms === null) return { cost, taken: cost, billed: cost };
  const [whole = "0", part = ""] = terms.markupPercent.split(".");
  const hundredths = BigInt(whole) * 100n + BigInt(part.padEnd(2, "0"));
  const billed = cost + (cost * hundredths + 5_000n) / 10_000n;
  return { cost, taken: terms.mode === "client_pays" ? billed : 0n, billed };
}
