import type { Tx } from "#platform/db/database.ts";

export async function pauseFlowsOfGrant(tx: Tx, now: Date, grantId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "flows_of_grant_pause",
    text: `update flows f set status = 'paused', paused_reason = 'grant_ended', updated_at = $3
            where f.tenant_id = $1 and f.status = 'active' and f.deleted_at is null
              and (f.grant_id = $2 or exists (select from flow_versions v where v.tenant_id = $1 and v.flow_id = f.id and v.version = f.active_version
                                                 and v.grant_id = $2))
           returning f.id`,
    values: [tx.tenantId, grantId, now],
  });
  return rows.map((row) => row.id);
}

export async function dropHooksOfGrant(tx: Tx, grantId: string): Promise<string[]> {
  const rows = await tx.query<{ flow_id: string }>({
    name: "flow_hooks_of_grant_delete",
    text: "delete from flow_hooks where tenant_id = $1 and grant_id = $2 returning flow_id",
    values: [tx.tenantId, grantId],
  });
  return rows.map((row) => row.flow_id);
}
