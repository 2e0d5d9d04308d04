import type { Database } from "#platform/db/database.ts";

export interface ConnectedChannel {
  tenant_id: string;
  id: string;
}

/** Sorts before every other. */
export const firstChannel: ConnectedChannel = {
  tenant_id: "00000000-0000-0000-0000-000000000000",
  id: "00000000-0000-0000-0000-000000000000",
};

/**
 * A page of the connected channels of these kinds, in key order. Cross-tenant, as the worker: the query finds the
 * channels; each is then read inside its own tenant.
 */
export function listConnected(database: Database, kinds: string[], after: ConnectedChannel, max: number): Promise<ConnectedChannel[]> {
  return database.worker({
    name: "channels_connected",
    text: `select tenant_id, id from channels
            where (tenant_id, id) > ($2::uuid, $3::uuid) and kind = any($1) and status = 'Connected' and deleted_at is null
            order by tenant_id, id limit $4`,
    values: [kinds, after.tenant_id, after.id, max],
  });
}
