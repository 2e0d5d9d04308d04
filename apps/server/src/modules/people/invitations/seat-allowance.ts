import type { Allowance } from "#modules/organizations/entitlements/index.ts";

export const seatAllowance: Allowance = {
  name: "seats",
  description: "Active members and open invitations",
  per: null,
  async used(tx, now) {
    const [row] = await tx.query<{ count: number }>({
      name: "seats_count",
      text: `select (select count(*) from members where tenant_id = $1 and status = 'active')
                  + (select count(*) from invitations where tenant_id = $1 and state = 'pending' and expires_at > $2) as count`,
      values: [tx.tenantId, now],
    });
    return row?.count ?? 0;
  },
};
