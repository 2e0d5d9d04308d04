import type { Database } from "#platform/db/database.ts";

/** The person's membership in the tenant they work in, for the page that shows it. */
export interface Membership {
  name: string;
  email: string;
  role: string;
  tenantName: string;
  userId: string;
  emailVerified: boolean;
}

export async function findMembership(database: Database, tenantId: string, userId: string): Promise<Membership | null> {
  const [row] = await database.withTenant(tenantId, (tx) =>
    tx.query<Omit<Membership, "userId" | "emailVerified">>({
      name: "account_page_member",
      text: `select m.name, m.email, m.role, t.name as "tenantName" from members m join tenants t on t.tenant_id = m.tenant_id
              where m.tenant_id = $1 and m.user_id = $2 and m.status = 'active'`,
      values: [tx.tenantId, userId],
    }),
  );
  if (row === undefined) return null;
  // Runs as the worker: people belong to no tenant, and the application role cannot read them.
  const [person] = await database.worker<{ verified: boolean }>({
    name: "account_page_email",
    text: "select email_verified_at is not null as verified from users where id = $1",
    values: [userId],
  });
  return { ...row, userId, emailVerified: person?.verified === true };
}
