import type { ReachedRows } from "#platform/auth/reach.ts";
import type { Tx } from "#platform/db/database.ts";
import type { WorkerQuery } from "./usage.queries.ts";

export interface BalanceRow {
  tenant_id: string;
  id: string;
  is_active: boolean;
  balance: string;
  reserved: string;
  allow_negative: boolean;
  agency_id: string | null;
  billing_mode: "agency_pays" | "client_pays" | null;
  markup_percent: string | null;
  low_threshold: string | null;
  low_since: Date | null;
  updated_at: Date;
}

const columns =
  "a.tenant_id, a.id, a.is_active, a.balance, a.reserved, a.allow_negative, a.agency_id, a.billing_mode, a.markup_percent, a.low_threshold, a.low_since, a.updated_at";

/** The tenant's only app. */
export async function getBalance(tx: Tx): Promise<BalanceRow> {
  const [row] = await tx.query<BalanceRow>({
    name: "balance_read",
    text: `select ${columns} from apps a where a.tenant_id = $1`,
    values: [tx.tenantId],
  });
  if (row === undefined) throw new Error("the tenant has no app");
  return row;
}

export async function appExists(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query({
    name: "app_exists",
    text: "select 1 from apps where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
  return rows.length > 0;
}

export interface OrganizationBalanceRow extends BalanceRow {
  name: string;
  kind: "business" | "agency" | "platform";
  created_at: Date;
  position: string;
}

/** Organizations within a reach with their balances, newest first by (created_at, tenant_id). */
export function listOrganizations(rows: ReachedRows, after: string[] | null, limit: number): Promise<OrganizationBalanceRow[]> {
  const values = [...rows.values, limit, ...(after ?? [])];
  const at = rows.values.length;
  return rows.query<OrganizationBalanceRow>({
    name: `billing_organizations_${rows.kind}${after === null ? "" : "_after"}`,
    text: `select ${columns}, t.name, t.kind, t.created_at, t.created_at::text as position
             from tenants t join apps a on a.tenant_id = t.tenant_id
            where ${rows.where("t.tenant_id")}
              ${after === null ? "" : `and (t.created_at, t.tenant_id) < ($${at + 2}::timestamptz, $${at + 3}::uuid)`}
            order by t.created_at desc, t.tenant_id desc limit $${at + 1}`,
    values,
  });
}

export function ownersOf(tx: Tx, limit: number): Promise<{ email: string }[]> {
  return tx.query({
    name: "low_balance_owners",
    text: "select email from members where tenant_id = $1 and role = 'owner' and status = 'active' order by user_id limit $2",
    values: [tx.tenantId, limit],
  });
}

export function lowBalanceOf(
  query: WorkerQuery,
  tenantId: string,
  aboutId: string,
): Promise<{ balance: string; low_threshold: string; low_since: Date | null }[]> {
  return query({
    name: "low_balance_mail",
    text: `select balance + reserved as balance, low_threshold, low_since from apps
            where tenant_id = $1 and id = $2 and low_threshold is not null`,
    values: [tenantId, aboutId],
  });
}
