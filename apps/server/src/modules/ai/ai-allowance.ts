import { usageOfMonth } from "#modules/billing/index.ts";
import type { Allowance } from "#modules/entitlements/index.ts";

/** Taken before a model is asked, and given back when nobody answered; what was answered before there was a limit is what usage says. */
export const aiAllowance: Allowance = {
  name: "aiCreditsPerMonth",
  alias: "aiCredits",
  description: "Answers of AI models in a calendar month (UTC), whatever for and however long",
  per: "month",
  used: async (tx, now) => (await usageOfMonth(tx, now)).ai_requests,
};
