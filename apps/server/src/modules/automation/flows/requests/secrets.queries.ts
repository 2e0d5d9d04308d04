import type { Tx } from "#platform/db/database.ts";

export interface SecretRow {
  id: string;
  name: string;
  /** Sealed. */
  value: Buffer;
  hosts: string[];
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

const columns = "id, name, value, hosts, created_by, created_at, updated_at";

export async function findSecret(tx: Tx, id: string, lock = false): Promise<SecretRow | null> {
  const [row] = await tx.query<SecretRow>({
    name: lock ? "flow_secret_lock" : "flow_secret_by_id",
    text: `select ${columns} from flow_secrets where tenant_id = $1 and id = $2 ${lock ? "for update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** By name; a tenant has at most `secretsMax`. */
export function listSecrets(tx: Tx, after: string | null, limit: number): Promise<SecretRow[]> {
  return tx.query<SecretRow>({
    name: "flow_secrets_list",
    text: `select ${columns} from flow_secrets where tenant_id = $1 and ($2::text is null or name > $2) order by name limit $3`,
    values: [tx.tenantId, after, limit],
  });
}

export function secretsNamed(tx: Tx, names: string[]): Promise<SecretRow[]> {
  return tx.query<SecretRow>({
    name: "flow_secrets_named",
    text: `select ${columns} from flow_secrets where tenant_id = $1 and name = any($2::text[])`,
    values: [tx.tenantId, names],
  });
}

/** Counts them; serialises creations. */
export async function lockSecretCount(tx: Tx): Promise<number> {
  await tx.query({
    name: "flow_secrets_count_lock",
    text: "select pg_advisory_xact_lock(hashtextextended('flow_secrets ' || $1::text, 0))",
    values: [tx.tenantId],
  });
  const [row] = await tx.query<{ count: number }>({
    name: "flow_secrets_count",
    text: "select count(*)::int as count from flow_secrets where tenant_id = $1",
    values: [tx.tenantId],
  });
  return row?.count ?? 0;
}

/** Rejects with a unique violation if the name is taken. */
export async function insertSecret(tx: Tx, row: SecretRow): Promise<void> {
  await tx.query({
    name: "flow_secret_insert",
    text: `insert into flow_secrets (tenant_id, ${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [tx.tenantId, row.id, row.name, row.value, row.hosts, row.created_by, row.created_at, row.updated_at],
  });
}

export async function storeSecret(tx: Tx, row: SecretRow): Promise<void> {
  await tx.query({
    name: "flow_secret_store",
    text: "update flow_secrets set name = $3, value = $4, hosts = $5, updated_at = $6 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, row.id, row.name, row.value, row.hosts, row.updated_at],
  });
}

export async function deleteSecret(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "flow_secret_delete",
    text: "delete from flow_secrets where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}
