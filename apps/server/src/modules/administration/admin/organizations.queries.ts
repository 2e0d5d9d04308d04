import type { TenantKind } from "#modules/organizations/tenants/index.ts";
import type { ReachedRows } from "#platform/auth/reach.ts";
import type { Tx } from "#platform/db/database.ts";
import { narrow } from "./list-filter.ts";

export interface OrganizationRow {
  tenant_id: string;
  name: string;
  kind: TenantKind;
  suspended_at: Date | null;
  erased_at: Date | null;
  members: number;
  channels: number;
  created_at: Date;
  updated_at: Date;
  position: string;
}

/** Each count uses an index, and runs only for the rows of the page. */
const counts = `(select count(*)::int from members m where m.tenant_id = t.tenant_id and m.status = 'active') as members,
  (select count(*)::int from channels c where c.tenant_id = t.tenant_id and c.deleted_at is null) as channels`;
const columns = "t.tenant_id, t.name, t.kind, t.suspended_at, t.erased_at, t.created_at, t.updated_at, t.created_at::text as position";

/** Newest first by (created_at, tenant_id). */
export function listOrganizationsWithin(
  rows: ReachedRows,
  filter: { pattern?: string | undefined; kind?: string | undefined; status?: "active" | "suspended" | undefined },
  after: string[] | null,
  limit: number,
): Promise<OrganizationRow[]> {
  const list = narrow(rows, "t.tenant_id");
  list.add("q", filter.pattern, (at) => `t.name ilike ${at}`);
  list.add("kind", filter.kind, (at) => `t.kind = ${at}`);
  if (filter.status !== undefined) list.and(filter.status, `t.suspended_at is ${filter.status === "active" ? "" : "not "}null`);
  if (after !== null)
    list.and("after", `(t.created_at, t.tenant_id) < (${list.value(after[0])}::timestamptz, ${list.value(after[1])}::uuid)`);
  return rows.query<OrganizationRow>({
    name: list.name("admin_organizations"),
    text: `select t.*, ${counts} from (
             select ${columns} from tenants t where ${list.condition()} order by t.created_at desc, t.tenant_id desc limit ${list.value(limit)}) t
            order by t.created_at desc, t.tenant_id desc`,
    values: list.values,
  });
}

export async function getOrganizationRow(tx: Tx, lock = false): Promise<OrganizationRow> {
  const [row] = await tx.query<OrganizationRow>({
    name: lock ? "admin_organization_lock" : "admin_organization",
    text: `select ${columns}, ${counts} from tenants t where t.tenant_id = $1 ${lock ? "for no key update of t" : ""}`,
    values: [tx.tenantId],
  });
  if (row === undefined) throw new Error("an organization within reach does not exist");
  return row;
}

export async function storeOrganization(tx: Tx, now: Date, values: { name: string; suspendedAt: Date | null }): Promise<void> {
  await tx.query({
    name: "admin_organization_store",
    text: "update tenants set name = $2, suspended_at = $3, updated_at = $4 where tenant_id = $1",
    values: [tx.tenantId, values.name, values.suspendedAt, now],
  });
}
