import type { Allowance } from "#modules/organizations/entitlements/index.ts";

/** Contacts that are not merged into another. Both counts are read from indexes alone. */
export const contactAllowance: Allowance = {
  name: "contacts",
  description: "Contacts, without merged ones; people who write, or are written to, for the first time are always stored",
  per: null,
  async used(tx) {
    const [row] = await tx.query<{ count: number }>({
      name: "contacts_count",
      text: `select (select count(*) from contacts where tenant_id = $1)
                  - (select count(*) from contacts where tenant_id = $1 and merged_into_id is not null) as count`,
      values: [tx.tenantId],
    });
    return row?.count ?? 0;
  },
};
