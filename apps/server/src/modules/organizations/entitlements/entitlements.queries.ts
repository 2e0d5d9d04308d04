import type { Tx } from "#platform/db/database.ts";

export interface LimitRow {
  resource: string;
  max_value: number;
  updated_at: Date;
}

export function listLimits(tx: Tx): Promise<LimitRow[]> {
  return tx.query<LimitRow>({
    name: "entitlements_list",
    text: "select resource, max_value, updated_at from entitlements where tenant_id = $1",
    values: [tx.tenantId],
  });
}

/** Locked until the transaction ends, so that concurrent creators wait for each other. */
export async function lockLimit(tx: Tx, resource: string): Promise<number | null> {
  const [row] = await tx.query<{ max_value: number }>({
    name: "entitlement_lock",
    text: "select max_value from entitlements where tenant_id = $1 and resource = $2 for no key update",
    values: [tx.tenantId, resource],
  });
  return row?.max_value ?? null;
}

export async function saveLimit(tx: Tx, now: Date, resource: string, max: number): Promise<void> {
  await tx.query({
    name: "entitlement_save",
    text: `insert into entitlements (tenant_id, resource, max_value, updated_at) values ($1, $2, $3, $4)
           on conflict (tenant_id, resource) do update set max_value = excluded.max_value, updated_at = excluded.updated_at`,
    values: [tx.tenantId, resource, max, now],
  });
}

export async function deleteLimits(tx: Tx, resources: string[]): Promise<void> {
  await tx.query({
    name: "entitlements_delete",
    text: "delete from entitlements where tenant_id = $1 and resource = any($2::text[])",
    values: [tx.tenantId, resources],
  });
}

export interface MonthRow {
  max_value: number;
  used: number;
}

/** The state of a month's limit, without a lock; null: no limit. */
export async function findMonth(tx: Tx, resource: string, month: string): Promise<MonthRow | null> {
  const [row] = await tx.query<MonthRow>({
    name: "entitlement_month",
    text: `select e.max_value, coalesce(m.used, 0) as used from entitlements e
             left join entitlement_months m on m.tenant_id = e.tenant_id and m.resource = e.resource and m.month = $3
            where e.tenant_id = $1 and e.resource = $2`,
    values: [tx.tenantId, resource, month],
  });
  return row ?? null;
}

/** All or nothing; false if the limit would be exceeded or there is none. */
export async function takeOfMonth(tx: Tx, resource: string, month: string, count: number): Promise<boolean> {
  const rows = await tx.query({
    name: "entitlement_take",
    text: `insert into entitlement_months as m (tenant_id, resource, month, used)
           select e.tenant_id, e.resource, $3, $4 from entitlements e where e.tenant_id = $1 and e.resource = $2 and e.max_value >= $4
           on conflict (tenant_id, resource, month) do update set used = m.used + excluded.used
             where m.used + excluded.used <= (select e.max_value from entitlements e where e.tenant_id = $1 and e.resource = $2)
           returning 1`,
    values: [tx.tenantId, resource, month, count],
  });
  return rows.length > 0;
}

export async function giveBackOfMonth(tx: Tx, resource: string, month: string, count: number): Promise<void> {
  await tx.query({
    name: "entitlement_give_back",
    text: "update entitlement_months set used = greatest(used - $4, 0) where tenant_id = $1 and resource = $2 and month = $3",
    values: [tx.tenantId, resource, month, count],
  });
}

/** For a limit set during a month: counts what was used before. */
export async function beginMonth(tx: Tx, resource: string, month: string, used: number): Promise<void> {
  await tx.query({
    name: "entitlement_month_begin",
    text: `insert into entitlement_months as m (tenant_id, resource, month, used) values ($1, $2, $3, $4)
           on conflict (tenant_id, resource, month) do update set used = greatest(m.used, excluded.used)`,
    values: [tx.tenantId, resource, month, used],
  });
}
