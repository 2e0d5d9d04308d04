import type { Allowance } from "#modules/entitlements/index.ts";

/** Taken before a model is asked, and given back when nobody answered; what was answered before there was a limit is what usage says. */
export const aiAllowance: Allowance = {
  name: "aiCreditsPerMonth",
  alias: "aiCredits",
  description: "Answers of AI models in a calendar month (UTC), whatever for and however long",
  per: "month",
  async used(tx, now) {
    const [row] = await tx.query<{ ai_requests: number }>({
      name: "ai_requests_of_month",
      text: "select ai_requests from usage_months where tenant_id = $1 and month = $2",
      values: [tx.tenantId, `${now.toISOString().slice(0, 7)}-01`],
    });
    return row?.ai_requests ?? 0;
  },
};
