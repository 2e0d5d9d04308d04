import type { Database } from "#platform/db/database.ts";

/** Who somebody is in the tenant they work in, for the page that says so. */
export interface Membership {
  name: string;
  email: string;
  role: string;
  tenantName: string;
}

export async function findMembership(database: Database, tenantId: string, userId: string): Promise<Membership | null> {
  const [row] = await database.withTenant(tenantId, (tx) =>
    tx.query<Membership>({
      name: "account_page_member",
      text: `select m.name, m.email, m.role, t.name as "tenantName" from members m join tenants t on t.tenant_id = m.tenant_id
              where m.tenant_id = $1 and m.user_id = $2 and m.status = 'active'`,
      values: [tx.tenantId, userId],
    }),
  );
  return row ?? null;
}
