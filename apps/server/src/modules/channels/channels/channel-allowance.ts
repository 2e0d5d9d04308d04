import type { Allowance } from "#modules/organizations/entitlements/index.ts";

export const channelAllowance: Allowance = {
  name: "channels",
  description: "Channels in any status",
  per: null,
  async used(tx) {
    const [row] = await tx.query<{ count: number }>({
      name: "channels_count",
      text: "select count(*) as count from channels where tenant_id = $1 and deleted_at is null",
      values: [tx.tenantId],
    });
    return row?.count ?? 0;
  },
};
