import type { Database, Tx } from "#platform/db/database.ts";
import type { ProviderName } from "./provider.ts";

export type AccountState = "installed" | "tested" | "failed";

export interface AccountRow {
  id: string;
  provider: ProviderName;
  name: string;
  provider_account_id: string;
  base_url: string;
  /** Sealed. */
  auth_token: Buffer;
  last_four: string | null;
  state: AccountState;
  last_error: string | null;
  last_tested_at: Date | null;
  revision: number;
  created_at: Date;
  updated_at: Date;
  /** created_at with microseconds, for cursors. */
  position: string;
}

const stored = `id, provider, name, provider_account_id, base_url, auth_token, last_four, state, last_error, last_tested_at, revision, created_at,
  updated_at`;
const columns = `${stored}, created_at::text as position`;

export async function findAccount(tx: Tx, id: string, lock = false): Promise<AccountRow | null> {
  const [row] = await tx.query<AccountRow>({
    name: lock ? "telephony_account_lock" : "telephony_account_by_id",
    text: `select ${columns} from telephony_accounts where tenant_id = $1 and id = $2 ${lock ? "for update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Newest first. */
export function listAccounts(tx: Tx, after: string[] | null, limit: number): Promise<AccountRow[]> {
  return tx.query<AccountRow>({
    name: "telephony_accounts_list",
    text: `select ${columns} from telephony_accounts
            where tenant_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
            order by created_at desc, id desc limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Serializes concurrent creations. */
export async function lockAccountCount(tx: Tx): Promise<number> {
  await tx.query({
    name: "telephony_accounts_count_lock",
    text: "select pg_advisory_xact_lock(hashtextextended('telephony_accounts ' || $1::text, 0))",
    values: [tx.tenantId],
  });
  const [row] = await tx.query<{ count: number }>({
    name: "telephony_accounts_count",
    text: "select count(*)::int as count from telephony_accounts where tenant_id = $1",
    values: [tx.tenantId],
  });
  return row?.count ?? 0;
}

function valuesOf(row: Omit<AccountRow, "position">): unknown[] {
  return [
    row.id,
    row.provider,
    row.name,
    row.provider_account_id,
    row.base_url,
    row.auth_token,
    row.last_four,
    row.state,
    row.last_error,
    row.last_tested_at,
    row.revision,
    row.created_at,
    row.updated_at,
  ];
}

/** Rejects with a unique violation if the tenant already has that account. */
export async function insertAccount(tx: Tx, row: Omit<AccountRow, "position">): Promise<void> {
  await tx.query({
    name: "telephony_account_insert",
    text: `insert into telephony_accounts (tenant_id, ${stored}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    values: [tx.tenantId, ...valuesOf(row)],
  });
}

/** Like `insertAccount`. */
export async function storeAccount(tx: Tx, row: Omit<AccountRow, "position">): Promise<void> {
  await tx.query({
    name: "telephony_account_store",
    text: `update telephony_accounts set provider = $3, name = $4, provider_account_id = $5, base_url = $6, auth_token = $7, last_four = $8,
             state = $9, last_error = $10, last_tested_at = $11, revision = $12, created_at = $13, updated_at = $14
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, ...valuesOf(row)],
  });
}

export async function deleteAccount(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "telephony_account_delete",
    text: "delete from telephony_accounts where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}

/** As the cross-tenant worker: a callback names the account before its tenant is known. */
export async function tenantOfAccount(database: Pick<Database, "worker">, id: string): Promise<string | null> {
  const [row] = await database.worker<{ tenant_id: string }>({
    name: "telephony_account_tenant",
    text: "select tenant_id from telephony_accounts where id = $1",
    values: [id],
  });
  return row?.tenant_id ?? null;
}
