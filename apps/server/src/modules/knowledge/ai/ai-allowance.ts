import { usageOfMonth } from "#modules/money/billing/index.ts";
import type { Allowance } from "#modules/organizations/entitlements/index.ts";

/**
 * Taken before a model is called, and returned if no model answered. Answers from before the limit are counted from
 * usage.
 */
export const aiAllowance: Allowance = {
  name: "aiCreditsPerMonth",
  alias: "aiCredits",
  description: "AI model answers in a calendar month (UTC), for any purpose and of any length",
  per: "month",
  used: async (tx, now) => (await usageOfMonth(tx, now)).ai_requests,
};
