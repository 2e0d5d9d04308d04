import type { Tx } from "#platform/db/database.ts";
import type { Policy } from "./choice.ts";

export interface PolicyRow extends Policy {
  name: string;
  description: string | null;
  created_at: Date;
  updated_at: Date;
  /** created_at with microseconds, for cursors. */
  cursor: string;
}

export type PolicyValues = Pick<
  PolicyRow,
  "name" | "description" | "targets" | "business_hours_only" | "conditions" | "position" | "is_default"
>;

const columns = `p.id, p.name, p.description, p.targets, p.business_hours_only, p.conditions, p.position, p.is_default, p.created_at, p.updated_at,
  p.created_at::text as cursor`;

export async function findPolicy(tx: Tx, id: string, lock = false): Promise<PolicyRow | null> {
  const [row] = await tx.query<PolicyRow>({
    name: lock ? "sla_policy_lock" : "sla_policy_by_id",
    text: `select ${columns} from sla_policies p where p.tenant_id = $1 and p.id = $2 and p.deleted_at is null ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Newest first. */
export function listPolicies(tx: Tx, after: string[] | null, limit: number): Promise<PolicyRow[]> {
  return tx.query<PolicyRow>({
    name: "sla_policies_list",
    text: `select ${columns} from sla_policies p
            where p.tenant_id = $1 and p.deleted_at is null
              and ($2::timestamptz is null or (p.created_at, p.id) < ($2, $3::uuid))
            order by p.created_at desc, p.id desc limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export async function countPolicies(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ n: number }>({
    name: "sla_policies_count",
    text: "select count(*)::integer as n from sla_policies p where p.tenant_id = $1 and p.deleted_at is null",
    values: [tx.tenantId],
  });
  return row?.n ?? 0;
}

export async function policyByName(tx: Tx, name: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>({
    name: "sla_policy_by_name",
    text: "select p.id from sla_policies p where p.tenant_id = $1 and p.name_key = label_key($2) and p.deleted_at is null",
    values: [tx.tenantId, name],
  });
  return row?.id ?? null;
}

/** Leaves only `except` as the default. */
export async function clearDefault(tx: Tx, now: Date, except: string): Promise<void> {
  await tx.query({
    name: "sla_policies_clear_default",
    text: `update sla_policies set is_default = false, updated_at = $2
            where tenant_id = $1 and is_default and deleted_at is null and id <> $3`,
    values: [tx.tenantId, now, except],
  });
}

/** Rejects with a unique violation if another policy has the name, or becomes the default at the same moment. */
export async function insertPolicy(tx: Tx, now: Date, id: string, v: PolicyValues): Promise<PolicyRow> {
  const [row] = await tx.query<PolicyRow>({
    name: "sla_policy_insert",
    text: `insert into sla_policies as p (tenant_id, id, name, description, targets, business_hours_only, conditions, position, is_default,
             created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning ${columns}`,
    values: [tx.tenantId, id, ...valuesOf(v), now],
  });
  return row as PolicyRow;
}

/** Rejects like `insertPolicy`. */
export async function updatePolicy(tx: Tx, now: Date, id: string, v: PolicyValues): Promise<PolicyRow> {
  const [row] = await tx.query<PolicyRow>({
    name: "sla_policy_update",
    text: `update sla_policies p set name = $3, description = $4, targets = $5, business_hours_only = $6, conditions = $7, position = $8,
             is_default = $9, updated_at = $10
            where p.tenant_id = $1 and p.id = $2 returning ${columns}`,
    values: [tx.tenantId, id, ...valuesOf(v), now],
  });
  if (row === undefined) throw new Error("the locked SLA policy does not exist");
  return row;
}

function valuesOf(v: PolicyValues): unknown[] {
  const { name, description, targets, business_hours_only, conditions, position, is_default } = v;
  return [name, description, JSON.stringify(targets), business_hours_only, JSON.stringify(conditions), position, is_default];
}

/** The row is kept for the subjects that it governs. */
export async function deletePolicy(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "sla_policy_delete",
    text: "update sla_policies set deleted_at = $3, is_default = false, updated_at = $3 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, now],
  });
}

/** Which of the ids are channels that are not deleted. */
export async function knownChannels(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>({
    name: "sla_known_channels",
    text: "select h.id from channels h where h.tenant_id = $1 and h.id = any($2::uuid[]) and h.deleted_at is null",
    values: [tx.tenantId, ids],
  });
  return new Set(rows.map((row) => row.id));
}
