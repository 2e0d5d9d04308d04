import type { ReachedRows } from "#platform/auth/reach.ts";
import type { Holder } from "#platform/auth/acting-level.ts";
import type { Tx } from "#platform/db/database.ts";

export interface AppRow {
  tenant_id: string;
  id: string;
  name: string;
  is_active: boolean;
  /** The level above the organization that switched it off. */
  held_by: Holder;
  balance: string;
  created_at: Date;
  updated_at: Date;
  /** created_at with microseconds, for cursors. */
  position: string;
}

const columns = "a.tenant_id, a.id, a.name, a.is_active, a.held_by, a.balance, a.created_at, a.updated_at, a.created_at::text as position";

export async function findApp(tx: Tx, id: string, lock = false): Promise<AppRow | null> {
  const [row] = await tx.query<AppRow>({
    name: lock ? "app_lock" : "app_by_id",
    text: `select ${columns} from apps a where a.tenant_id = $1 and a.id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export async function setActive(tx: Tx, now: Date, id: string, isActive: boolean, heldBy: Holder): Promise<void> {
  await tx.query({
    name: "app_set_active",
    text: "update apps set is_active = $3, held_by = $4, updated_at = $5 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, isActive, heldBy, now],
  });
}

/** The agency no longer manages the tenant: what the agency held becomes the organization's own. */
export async function releaseFromAgency(tx: Tx): Promise<void> {
  await tx.query({
    name: "app_release_from_agency",
    text: "update apps set held_by = null where tenant_id = $1 and held_by = 'agency'",
    values: [tx.tenantId],
  });
}

/** Apps within a reach, newest first by (created_at, id). */
export function listApps(rows: ReachedRows, after: string[] | null, limit: number): Promise<AppRow[]> {
  const at = rows.values.length;
  return rows.query<AppRow>({
    name: `apps_${rows.kind}${after === null ? "" : "_after"}`,
    text: `select ${columns} from apps a
            where ${rows.where("a.tenant_id")} ${after === null ? "" : `and (a.created_at, a.id) < ($${at + 2}::timestamptz, $${at + 3}::uuid)`}
            order by a.created_at desc, a.id desc limit $${at + 1}`,
    values: [...rows.values, limit, ...(after ?? [])],
  });
}

/** In the transaction that creates the tenant, as the worker role: no other may. */
export async function insertFirstApp(tx: Tx, now: Date, app: { id: string; name: string }): Promise<void> {
  await tx.query({
    name: "app_insert_first",
    text: `insert into apps (tenant_id, id, name, is_active, balance, reserved, allow_negative, entries, created_at, updated_at)
           values ($1, $2, $3, true, 0, 0, false, 0, $4, $4)`,
    values: [tx.tenantId, app.id, app.name, now],
  });
}
