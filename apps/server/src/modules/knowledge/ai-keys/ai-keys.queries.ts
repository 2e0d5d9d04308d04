import type { Tx } from "#platform/db/database.ts";
import type { Provider } from "./providers.ts";

export type KeyState = "installed" | "tested" | "failed";

export interface KeyRow {
  id: string;
  provider: Provider;
  name: string;
  base_url: string;
  /** Sealed. */
  api_key: Buffer;
  last_four: string | null;
  models: string[];
  priority: number;
  is_active: boolean;
  state: KeyState;
  last_error: string | null;
  last_tested_at: Date | null;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

const columns = `id, provider, name, base_url, api_key, last_four, models, priority, is_active, state, last_error, last_tested_at, revision,
  created_at, updated_at`;

export async function findKey(tx: Tx, id: string, lock = false): Promise<KeyRow | null> {
  const [row] = await tx.query<KeyRow>({
    name: lock ? "ai_key_lock" : "ai_key_by_id",
    text: `select ${columns} from ai_keys where tenant_id = $1 and id = $2 ${lock ? "for update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** By priority, then age. */
export function listKeys(tx: Tx, provider: Provider | undefined, after: string[] | null, limit: number): Promise<KeyRow[]> {
  return tx.query<KeyRow>({
    name: `ai_keys_list${after === null ? "" : "_after"}`,
    text: `select ${columns} from ai_keys where tenant_id = $1 and ($2::text is null or provider = $2)
             ${after === null ? "" : "and (priority, id) > ($4::integer, $5::uuid)"}
            order by priority, id limit $3`,
    values: [tx.tenantId, provider ?? null, limit, ...(after ?? [])],
  });
}

/** Keys that may be used, in order. A tenant has at most `keysMax`. */
export function listUsableKeys(tx: Tx): Promise<KeyRow[]> {
  return tx.query<KeyRow>({
    name: "ai_keys_usable",
    text: `select ${columns} from ai_keys where tenant_id = $1 and is_active order by priority, id`,
    values: [tx.tenantId],
  });
}

/** The number of keys and the last priority. Serializes concurrent creations. */
export async function lockKeyCount(tx: Tx): Promise<{ count: number; last: number }> {
  await tx.query({
    name: "ai_keys_count_lock",
    text: "select pg_advisory_xact_lock(hashtextextended('ai_keys ' || $1::text, 0))",
    values: [tx.tenantId],
  });
  const [row] = await tx.query<{ count: number; last: number }>({
    name: "ai_keys_count",
    text: "select count(*)::int as count, coalesce(max(priority), 0) as last from ai_keys where tenant_id = $1",
    values: [tx.tenantId],
  });
  return row as { count: number; last: number };
}

/** Rejects with a unique violation if the provider already has a key with that name. */
export async function insertKey(tx: Tx, row: KeyRow): Promise<void> {
  await tx.query({
    name: "ai_key_insert",
    text: `insert into ai_keys (tenant_id, ${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    values: [tx.tenantId, ...valuesOf(row)],
  });
}

export async function storeKey(tx: Tx, row: KeyRow): Promise<void> {
  await tx.query({
    name: "ai_key_store",
    text: `update ai_keys set provider = $3, name = $4, base_url = $5, api_key = $6, last_four = $7, models = $8, priority = $9, is_active = $10,
             state = $11, last_error = $12, last_tested_at = $13, revision = $14, created_at = $15, updated_at = $16
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, ...valuesOf(row)],
  });
}

function valuesOf(row: KeyRow): unknown[] {
  return [
    row.id,
    row.provider,
    row.name,
    row.base_url,
    row.api_key,
    row.last_four,
    row.models,
    row.priority,
    row.is_active,
    row.state,
    row.last_error,
    row.last_tested_at,
    row.revision,
    row.created_at,
    row.updated_at,
  ];
}

export async function deleteKey(tx: Tx, id: string): Promise<void> {
  await tx.query({ name: "ai_key_delete", text: "delete from ai_keys where tenant_id = $1 and id = $2", values: [tx.tenantId, id] });
}

/**
 * Stores what a call showed about a key, unless the key was changed since. False: it was already known, or the key was
 * changed.
 */
export async function recordState(
  tx: Tx,
  now: Date,
  id: string,
  revision: number,
  state: KeyState,
  error: string | null,
): Promise<boolean> {
  const rows = await tx.query({
    name: "ai_key_note_state",
    text: `update ai_keys set state = $5, last_error = $6, updated_at = $4
            where tenant_id = $1 and id = $2 and revision = $3 and (state, coalesce(last_error, '')) is distinct from ($5, coalesce($6, '')) returning 1`,
    values: [tx.tenantId, id, revision, now, state, error],
  });
  return rows.length > 0;
}
