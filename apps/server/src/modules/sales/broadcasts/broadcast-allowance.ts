import type { Allowance } from "#modules/organizations/entitlements/index.ts";

/** Taken once, when a broadcast begins. Pausing, resuming and retrying what failed take nothing more. */
export const broadcastAllowance: Allowance = {
  name: "broadcastsPerMonth",
  alias: "broadcasts",
  description: "Broadcasts started in a calendar month (UTC)",
  per: "month",
  async used(tx, now) {
    const [row] = await tx.query<{ count: number }>({
      name: "broadcasts_of_month",
      text: "select count(*)::int as count from broadcasts where tenant_id = $1 and started_at >= date_trunc('month', $2::timestamptz, 'UTC')",
      values: [tx.tenantId, now],
    });
    return row?.count ?? 0;
  },
};
