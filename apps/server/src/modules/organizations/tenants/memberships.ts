import { type Static, Type } from "typebox";
import { memberRoles } from "#platform/auth/roles.ts";
import { StringEnum } from "#platform/http/schemas.ts";
import { wireId } from "#platform/ids/ids.ts";
import { tenantKinds } from "./tenant-kinds.ts";
import { type WorkerQuery, listMemberships } from "./tenants.queries.ts";

/** Where a person is an active member as far as the organizations are concerned, even while the platform has suspended them. */
export const Memberships = Type.Array(
  Type.Object({
    tenantId: Type.String(),
    name: Type.String({ description: "Name of the tenant" }),
    kind: StringEnum(tenantKinds),
    role: StringEnum(memberRoles),
  }),
  {
    title: "Memberships",
    description: "The tenants that the person can switch to (POST /auth/session/tenant), oldest membership first; at most 200",
  },
);
export type Memberships = Static<typeof Memberships>;

/** Runs as the cross-tenant worker, because the person's tenants are unknown. */
export async function membershipsOf(query: WorkerQuery, userId: string): Promise<Memberships> {
  const rows = await listMemberships(query, userId);
  return rows.map((row) => ({ tenantId: wireId("org", row.tenant_id), name: row.name, kind: row.kind, role: row.role }));
}
