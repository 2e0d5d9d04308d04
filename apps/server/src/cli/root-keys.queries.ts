import { withClient } from "@parley/database";
import type pg from "pg";
import { createKeyring } from "../platform/crypto/envelope.ts";

interface Wrapped {
  tenant_id: string;
  version: number;
  wrapped_key: Buffer;
  keys: number;
}

/**
 * How many tenant keys are stored, and how many of them are wrapped by an older root key. Opens one key per root key.
 *
 * @throws EnvelopeError unknown_root_key, not_authentic, malformed
 */
export async function judgeRootKeys(worker: pg.ClientConfig, rootKeys: Buffer[]): Promise<{ keys: number; older: number }> {
  const keyring = createKeyring(rootKeys);
  let keys = 0;
  let older = 0;
  for (const row of await wrappedKeys(worker)) {
    keyring.unwrapTenantKey(row.wrapped_key, { tenantId: row.tenant_id, keyVersion: row.version });
    keys += row.keys;
    if (!keyring.isCurrent(row.wrapped_key)) older += row.keys;
  }
  return { keys, older };
}

/** Whether secrets are stored that need a root key. */
export async function needsRootKey(worker: pg.ClientConfig): Promise<boolean> {
  return (await wrappedKeys(worker)).length > 0;
}

/** For each root key, one of the tenant keys that it wraps, and their number. Bytes 6 to 13 identify the root key (platform/crypto/envelope.ts). */
function wrappedKeys(worker: pg.ClientConfig): Promise<Wrapped[]> {
  return withClient(worker, async (client) => {
    const { rows: found } = await client.query<{ there: boolean }>("select to_regclass('public.tenant_keys') is not null as there");
    if (found[0]?.there !== true) return [];
    const { rows } = await client.query<Wrapped>(
      `select distinct on (root) tenant_id, version, wrapped_key, keys
         from (select k.*, substring(wrapped_key from 6 for 8) as root,
                      count(*) over (partition by substring(wrapped_key from 6 for 8))::int as keys
                 from tenant_keys k) k
        order by root, tenant_id, version`,
    );
    return rows;
  });
}
