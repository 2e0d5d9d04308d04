import type { Database } from "../db/database.ts";
import type { Keyring } from "./envelope.ts";

const rowsAtOnce = 500;

interface KeyRow {
  tenant_id: string;
  version: number;
  wrapped_key: Buffer;
}

/**
 * Wraps every tenant's key with the current root key; answers how many were wrapped by an older one. Each page commits
 * by itself, so it may be stopped and run again. As the worker, because keys of all tenants change.
 *
 * @throws EnvelopeError unknown_root_key when a key was wrapped by a root key that is not loaded
 */
export async function rewrapTenantKeys(database: Pick<Database, "worker">, keyring: Keyring): Promise<number> {
  const rewrap = (row: KeyRow) => keyring.rewrapTenantKey(row.wrapped_key, { tenantId: row.tenant_id, keyVersion: row.version });
  async function replace(rows: KeyRow[]): Promise<number> {
    const changed = await database.worker({
      name: "tenant_keys_rewrap",
      // A key that an erasure has destroyed meanwhile stays destroyed.
      text: `update tenant_keys k set wrapped_key = n.wrapped
               from unnest($1::uuid[], $2::int[], $3::bytea[], $4::bytea[]) as n (tenant_id, version, old, wrapped)
              where k.tenant_id = n.tenant_id and k.version = n.version and k.wrapped_key = n.old returning 1`,
      values: [rows.map((row) => row.tenant_id), rows.map((row) => row.version), rows.map((row) => row.wrapped_key), rows.map(rewrap)],
    });
    return changed.length;
  }
  let rewrapped = 0;
  let after: Pick<KeyRow, "tenant_id" | "version"> | undefined = { tenant_id: "00000000-0000-0000-0000-000000000000", version: 0 };
  while (after !== undefined) {
    const page: KeyRow[] = await database.worker<KeyRow>({
      name: "tenant_keys_page",
      text: `select tenant_id, version, wrapped_key from tenant_keys
              where (tenant_id, version) > ($1, $2) order by tenant_id, version limit ${rowsAtOnce}`,
      values: [after.tenant_id, after.version],
    });
    const old = page.filter((row) => !keyring.isCurrent(row.wrapped_key));
    if (old.length > 0) rewrapped += await replace(old);
    after = page.length < rowsAtOnce ? undefined : page.at(-1);
  }
  return rewrapped;
}
