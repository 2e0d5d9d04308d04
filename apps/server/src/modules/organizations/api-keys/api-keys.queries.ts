import type { MintedApiKey } from "#platform/auth/api-key.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import type { Budget } from "#platform/http/context.ts";

export interface ApiKeyRow {
  id: string;
  name: string;
  environment: "live" | "test";
  last_four: string;
  scopes: string[];
  rate_limit_per_minute: number | null;
  created_by: string | null;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  /** created_at with microseconds, for cursors. */
  position: string;
}

const columns = `k.id, k.name, k.environment, k.last_four, k.scopes, k.rate_limit_per_minute, k.created_by, k.created_at, k.expires_at,
  k.revoked_at, k.last_used_at, k.created_at::text as position`;

/**
 * Delegated keys of agencies (modules/agency/agencies) are in the same table but do not belong to the tenant; no query
 * here returns them.
 */
export async function findApiKey(tx: Tx, id: string, lock = false): Promise<ApiKeyRow | null> {
  const [row] = await tx.query<ApiKeyRow>({
    name: lock ? "api_key_lock" : "api_key_by_id",
    text: `select ${columns} from api_keys k where k.tenant_id = $1 and k.id = $2 and k.grant_id is null ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/**
 * Newest first by (created_at, id). Needs no index of its own: a tenant has tens of keys, and the primary key finds
 * them.
 */
export function listApiKeys(tx: Tx, after: string[] | null, limit: number): Promise<ApiKeyRow[]> {
  return tx.query<ApiKeyRow>({
    name: "api_keys_list",
    text: `select ${columns} from api_keys k
            where k.tenant_id = $1 and k.grant_id is null and ($2::timestamptz is null or (k.created_at, k.id) < ($2, $3::uuid))
            order by k.created_at desc, k.id desc limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/**
 * How many of the tenant's own keys are active. Concurrent creators wait for each other here and count each other's
 * keys.
 */
export async function countActiveApiKeys(tx: Tx, now: Date): Promise<number> {
  await tx.query({
    name: "api_keys_lock",
    text: "select pg_advisory_xact_lock(hashtextextended('api_keys ' || $1::text, 0))",
    values: [tx.tenantId],
  });
  const [row] = await tx.query<{ count: number }>({
    name: "api_keys_active",
    text: `select count(*)::int as count from api_keys
            where tenant_id = $1 and revoked_at is null and grant_id is null and (expires_at is null or expires_at > $2)`,
    values: [tx.tenantId, now],
  });
  return row?.count ?? 0;
}

/** Rejects with a foreign key violation for an unknown tenant. */
export async function insertApiKey(
  tx: Tx,
  now: Date,
  minted: MintedApiKey,
  values: {
    id: string;
    name: string;
    scopes: string[];
    rateLimitPerMinute: number | null;
    createdBy: string | null;
    expiresAt: Date | null;
    /** The budgets of the key that creates this one; empty if a person or the operator creates it. */
    budgets: readonly Budget[];
  },
): Promise<ApiKeyRow> {
  const [row] = await tx.query<ApiKeyRow>({
    name: "api_key_insert",
    text: `insert into api_keys as k (tenant_id, id, name, environment, key_hash, last_four, scopes, rate_limit_per_minute, created_by, created_at, expires_at, budget_tenant_ids, budget_key_ids)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning ${columns}`,
    values: [
      tx.tenantId,
      values.id,
      values.name,
      minted.environment,
      minted.hash,
      minted.lastFour,
      values.scopes,
      values.rateLimitPerMinute,
      values.createdBy,
      now,
      values.expiresAt,
      values.budgets.map(({ tenantId }) => tenantId),
      values.budgets.map(({ id }) => id),
    ],
  });
  await tx.query({
    name: "api_key_lookup_insert",
    text: "insert into api_key_lookup (key_hash, tenant_id, key_id) values ($1, $2, $3)",
    values: [minted.hash, tx.tenantId, values.id],
  });
  return row as ApiKeyRow;
}

export async function renameApiKey(tx: Tx, id: string, name: string): Promise<ApiKeyRow | null> {
  const [row] = await tx.query<ApiKeyRow>({
    name: "api_key_rename",
    text: `update api_keys k set name = $3 where k.tenant_id = $1 and k.id = $2 and k.grant_id is null returning ${columns}`,
    values: [tx.tenantId, id, name],
  });
  return row ?? null;
}

/** Keeps the time of the first revocation. False if there is no such key. */
export async function revokeApiKey(tx: Tx, now: Date, id: string): Promise<boolean> {
  const rows = await tx.query({
    name: "api_key_revoke",
    text: "update api_keys set revoked_at = coalesce(revoked_at, $3) where tenant_id = $1 and id = $2 and grant_id is null returning 1",
    values: [tx.tenantId, id, now],
  });
  return rows.length > 0;
}

/** A key's tenant. Runs as the worker, because a caller that knows only the key's id cannot know the tenant. */
export async function findTenantOfKey(database: Pick<Database, "worker">, id: string): Promise<string | null> {
  const [row] = await database.worker<{ tenant_id: string }>({
    name: "api_key_tenant",
    text: "select tenant_id from api_keys where id = $1",
    values: [id],
  });
  return row?.tenant_id ?? null;
}

/** When the calling key expires; null: never. */
export async function getExpiry(tx: Tx, keyId: string): Promise<Date | null> {
  const [row] = await tx.query<{ expires_at: Date | null }>({
    name: "api_key_expiry",
    text: "select expires_at from api_keys where tenant_id = $1 and id = $2",
    values: [tx.tenantId, keyId],
  });
  return row?.expires_at ?? null;
}

export async function kindOfTenant(tx: Tx): Promise<"business" | "agency" | "platform"> {
  const [row] = await tx.query<{ kind: "business" | "agency" | "platform" }>({
    name: "api_key_tenant_kind",
    text: "select kind from tenants where tenant_id = $1",
    values: [tx.tenantId],
  });
  if (row === undefined) throw new Error("a tenant without a row");
  return row.kind;
}
