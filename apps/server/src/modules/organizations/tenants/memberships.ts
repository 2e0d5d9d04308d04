import { type Static, Type } from "typebox";
import { type MemberRole, memberRoles } from "#platform/auth/roles.ts";
import { Words } from "#platform/http/schemas.ts";
import { wireId } from "#platform/ids/ids.ts";
import { type TenantKind, tenantKinds } from "./tenant-kinds.ts";
import type { WorkerQuery } from "./tenants.queries.ts";

/** Where a person is an active member, as the organizations have it: also while the platform has suspended them. */
export const Memberships = Type.Array(
  Type.Object({
    tenantId: Type.String(),
    name: Type.String({ description: "Name of the tenant" }),
    kind: Words(tenantKinds),
    role: Words(memberRoles),
  }),
  {
    title: "Memberships",
    description: "The tenants that the person can switch to (POST /auth/session/tenant), oldest membership first; at most 200",
  },
);
export type Memberships = Static<typeof Memberships>;

/** As the cross-tenant worker: which tenants a person belongs to is the question. */
export async function membershipsOf(query: WorkerQuery, userId: string): Promise<Memberships> {
  const rows = await query<{ tenant_id: string; name: string; kind: TenantKind; role: MemberRole }>({
    name: "memberships_of_user",
    text: `select m.tenant_id, t.name, t.kind, m.role from members m join tenants t on t.tenant_id = m.tenant_id
            where m.user_id = $1 and coalesce(m.own_status, m.status) = 'active' and t.suspended_at is null order by m.created_at, m.tenant_id limit 200`,
    values: [userId],
  });
  return rows.map((row) => ({ tenantId: wireId("org", row.tenant_id), name: row.name, kind: row.kind, role: row.role }));
}
