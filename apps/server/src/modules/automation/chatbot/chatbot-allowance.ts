import type { Allowance } from "#modules/organizations/entitlements/index.ts";

export const chatbotAllowance: Allowance = {
  name: "chatbots",
  description: "Chatbots, including inactive ones",
  per: null,
  async used(tx) {
    const [row] = await tx.query<{ count: number }>({
      name: "chatbots_count",
      text: "select count(*)::int as count from chatbots where tenant_id = $1 and deleted_at is null",
      values: [tx.tenantId],
    });
    return row?.count ?? 0;
  },
};
