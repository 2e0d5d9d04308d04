import type { Database, Tx } from "../db/database.ts";
import { EnvelopeError, type Keyring, open, seal, sealedKeyVersion } from "./envelope.ts";

/**
 * Tenants' secrets at rest. The tenant's key is read from its row, unwrapped with the root key and cached for a minute;
 * the secret itself is never cached. A blob opens only for the tenant, table, column and row it was sealed for.
 */
export interface TenantSecrets {
  seal(tx: Tx, location: SecretLocation, plaintext: string): Promise<Buffer>;
  open(tx: Tx, location: SecretLocation, sealed: Buffer): Promise<string>;
  /** For workers without a tenant transaction. */
  openAsWorker(tenantId: string, location: SecretLocation, sealed: Buffer): Promise<string>;
  /** The first key of a new tenant; must be called inside its transaction. */
  createTenantKey(tx: Tx, now: Date): Promise<void>;
}

export interface SecretLocation {
  table: string;
  column: string;
  rowId: string;
}

const keyLifeMs = 60_000;

export function createTenantSecrets(keyring: Keyring, database: Pick<Database, "worker">): TenantSecrets {
  const keys = new Map<string, { tenantKey: Buffer; readAt: number }>();
  const statement = (tenantId: string, version: number | null) => ({
    name: version === null ? "tenant_key_newest" : "tenant_key_of_version",
    text: `select version, wrapped_key from tenant_keys where tenant_id = $1 ${version === null ? "" : "and version = $2"} order by version desc limit 1`,
    values: version === null ? [tenantId] : [tenantId, version],
  });

  async function key(
    tenantId: string,
    version: number | null,
    read: (s: ReturnType<typeof statement>) => Promise<{ version: number; wrapped_key: Buffer }[]>,
  ) {
    const known = version === null ? undefined : keys.get(`${tenantId}/${version}`);
    if (known !== undefined && performance.now() - known.readAt < keyLifeMs)
      return { keyVersion: version as number, tenantKey: known.tenantKey };
    const [row] = await read(statement(tenantId, version));
    if (row === undefined && version !== null)
      throw new EnvelopeError("wrong_key_version", "the tenant has no key of the version that the secret names");
    if (row === undefined) throw new Error("the tenant has no key: its secrets were shredded");
    const tenantKey = keyring.unwrapTenantKey(row.wrapped_key, { tenantId, keyVersion: row.version });
    if (keys.size > 10_000) keys.clear();
    keys.set(`${tenantId}/${row.version}`, { tenantKey, readAt: performance.now() });
    return { keyVersion: row.version, tenantKey };
  }

  return {
    async seal(tx, location, plaintext) {
      const k = await key(tx.tenantId, null, (s) => tx.query(s));
      return seal({ tenantId: tx.tenantId, ...k, ...location }, plaintext);
    },
    async open(tx, location, sealed) {
      const k = await key(tx.tenantId, sealedKeyVersion(sealed), (s) => tx.query(s));
      return open({ tenantId: tx.tenantId, ...k, ...location }, sealed).toString("utf8");
    },
    async openAsWorker(tenantId, location, sealed) {
      const k = await key(tenantId, sealedKeyVersion(sealed), (s) => database.worker(s));
      return open({ tenantId, ...k, ...location }, sealed).toString("utf8");
    },
    async createTenantKey(tx, now) {
      const { wrapped } = keyring.createTenantKey({ tenantId: tx.tenantId, keyVersion: 1 });
      await tx.query({
        name: "tenant_key_create",
        text: "insert into tenant_keys (tenant_id, version, wrapped_key, created_at) values ($1, 1, $2, $3)",
        values: [tx.tenantId, wrapped, now],
      });
    },
  };
}
