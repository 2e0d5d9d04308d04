import type { Database, Tx } from "#platform/db/database.ts";

export interface GatewayRow {
  tenant_id: string;
  enabled: boolean;
  reconciliation_enabled: boolean;
  base_url: string;
  secret_key: Buffer | null;
  secret_key_last_four: string | null;
  callback_token: Buffer | null;
  tested_at: Date | null;
  test_error: string | null;
  created_at: Date;
  updated_at: Date;
}

const columns = `tenant_id, enabled, reconciliation_enabled, base_url, secret_key, secret_key_last_four, callback_token, tested_at, test_error,
  created_at, updated_at`;

/**
 * The installation's only gateway. Cross-tenant: every organization pays through it, and it belongs to the platform
 * tenant that set it up first.
 */
export async function findGateway(database: Pick<Database, "worker">): Promise<GatewayRow | null> {
  const [row] = await database.worker<GatewayRow>({
    name: "gateway_in_force",
    text: `select ${columns} from gateway_settings where tenant_id is not null order by gateway_settings.created_at, tenant_id limit 1`,
  });
  return row ?? null;
}

export async function lockGateway(tx: Tx): Promise<GatewayRow | null> {
  const [row] = await tx.query<GatewayRow>({
    name: "gateway_lock",
    text: `select ${columns} from gateway_settings where tenant_id = $1 for update`,
    values: [tx.tenantId],
  });
  return row ?? null;
}

/** Serializes two platform tenants that set it up at the same time: there is only one gateway. */
export async function lockGatewaySetup(tx: Tx): Promise<void> {
  await tx.query({
    name: "gateway_setup_lock",
    text: "select pg_advisory_xact_lock(hashtext('gateway settings')) where $1::uuid is not null",
    values: [tx.tenantId],
  });
}

export async function storeGateway(tx: Tx, row: Omit<GatewayRow, "tenant_id">): Promise<void> {
  await tx.query({
    name: "gateway_store",
    text: `insert into gateway_settings (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
           on conflict (tenant_id) do update set enabled = excluded.enabled, reconciliation_enabled = excluded.reconciliation_enabled,
             base_url = excluded.base_url, secret_key = excluded.secret_key, secret_key_last_four = excluded.secret_key_last_four,
             callback_token = excluded.callback_token, tested_at = excluded.tested_at, test_error = excluded.test_error,
             updated_at = excluded.updated_at`,
    values: [
      tx.tenantId,
      row.enabled,
      row.reconciliation_enabled,
      row.base_url,
      row.secret_key,
      row.secret_key_last_four,
      row.callback_token,
      row.tested_at,
      row.test_error,
      row.created_at,
      row.updated_at,
    ],
  });
}
