import type { Allowance } from "#modules/organizations/entitlements/index.ts";

export const flowAllowance: Allowance = {
  name: "flows",
  description: "Automation flows, including drafts",
  per: null,
  async used(tx) {
    const [row] = await tx.query<{ count: number }>({
      name: "flows_count",
      text: "select count(*)::int as count from flows where tenant_id = $1 and deleted_at is null",
      values: [tx.tenantId],
    });
    return row?.count ?? 0;
  },
};
