import type { Tx } from "#platform/db/database.ts";
import type { ReachedRows } from "#platform/auth/reach.ts";
import type { MemberRole } from "#platform/auth/roles.ts";
import { narrow } from "./list-filter.ts";

export interface AdminMemberRow {
  tenant_id: string;
  organization_name: string;
  user_id: string;
  name: string;
  email: string;
  role: MemberRole;
  status: "active" | "suspended";
  own_status: "active" | "suspended" | null;
  created_at: Date;
  updated_at: Date | null;
  position: string;
}

const columns = `m.tenant_id, t.name as organization_name, m.user_id, m.name, m.email, m.role, m.status, m.own_status, m.created_at, m.updated_at,
  m.created_at::text as position`;

/** Newest first by (created_at, user_id, tenant_id), because a person may be a member of several organizations. */
export function listMembersWithin(
  rows: ReachedRows,
  filter: { role?: string | undefined; status?: string | undefined; pattern?: string | undefined },
  after: string[] | null,
  limit: number,
): Promise<AdminMemberRow[]> {
  const list = narrow(rows, "m.tenant_id");
  list.and("present", "m.status <> 'removed'");
  list.add("role", filter.role, (at) => `m.role = ${at}`);
  list.add("status", filter.status, (at) => `m.status = ${at}`);
  list.add("q", filter.pattern, (at) => `(m.name || ' ' || m.email) ilike ${at}`);
  if (after !== null) {
    const [at, user, tenant] = after.map((part) => list.value(part));
    list.and("after", `(m.created_at, m.user_id, m.tenant_id) < (${at}::timestamptz, ${user}::uuid, ${tenant}::uuid)`);
  }
  return rows.query<AdminMemberRow>({
    name: list.name("admin_members"),
    text: `select ${columns} from members m join tenants t on t.tenant_id = m.tenant_id where ${list.condition()}
            order by m.created_at desc, m.user_id desc, m.tenant_id desc limit ${list.value(limit)}`,
    values: list.values,
  });
}

/** The tenants within the reach in which a person is a member. Two are enough to know that there are several. */
export async function tenantsOfMember(rows: ReachedRows, userId: string): Promise<string[]> {
  const list = narrow(rows, "m.tenant_id");
  list.add("user", userId, (at) => `m.user_id = ${at}`);
  const found = await rows.query<{ tenant_id: string }>({
    name: list.name("admin_member_tenants"),
    text: `select m.tenant_id from members m where ${list.condition()} and m.status <> 'removed' order by m.created_at, m.tenant_id limit 2`,
    values: list.values,
  });
  return found.map((row) => row.tenant_id);
}

export function nameOfOrganization(tx: Tx): Promise<{ name: string }[]> {
  return tx.query({
    name: "admin_member_organization",
    text: "select name from tenants where tenant_id = $1",
    values: [tx.tenantId],
  });
}
