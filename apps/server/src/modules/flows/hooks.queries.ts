import type { Database, Tx } from "#platform/db/database.ts";

export interface HookRow {
  flow_id: string;
  created_by: string;
  created_at: Date;
}

export async function findHook(tx: Tx, flowId: string): Promise<HookRow | null> {
  const [row] = await tx.query<HookRow>({
    name: "flow_hook_by_flow",
    text: "select flow_id, created_by, created_at from flow_hooks where tenant_id = $1 and flow_id = $2",
    values: [tx.tenantId, flowId],
  });
  return row ?? null;
}

/** A new secret; an earlier one is void. */
export async function putHook(tx: Tx, now: Date, hook: { flowId: string; tokenHash: Buffer; by: string }): Promise<void> {
  await tx.query({
    name: "flow_hook_put",
    text: `insert into flow_hooks (tenant_id, flow_id, token_hash, created_by, created_at) values ($1, $2, $3, $4, $5)
           on conflict (tenant_id, flow_id) do update
             set token_hash = excluded.token_hash, created_by = excluded.created_by, created_at = excluded.created_at`,
    values: [tx.tenantId, hook.flowId, hook.tokenHash, hook.by, now],
  });
}

export async function deleteHook(tx: Tx, flowId: string): Promise<boolean> {
  const rows = await tx.query({
    name: "flow_hook_delete",
    text: "delete from flow_hooks where tenant_id = $1 and flow_id = $2 returning 1",
    values: [tx.tenantId, flowId],
  });
  return rows.length > 0;
}

/** Whose an address is. As the cross-tenant worker: that is the question. Of an organization that is suspended: nobody's. */
export async function hookOf(
  database: Pick<Database, "worker">,
  tokenHash: Buffer,
): Promise<{ tenant_id: string; flow_id: string } | null> {
  const [row] = await database.worker<{ tenant_id: string; flow_id: string }>({
    name: "flow_hook_by_token",
    text: `select h.tenant_id, h.flow_id from flow_hooks h join tenants t on t.tenant_id = h.tenant_id
            where h.token_hash = $1 and t.suspended_at is null and t.erased_at is null`,
    values: [tokenHash],
  });
  return row ?? null;
}

/** The run that an event began; events of hooks are named by what their callers repeat. */
export async function runOfEvent(tx: Tx, flowId: string, eventId: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>({
    name: "flow_run_of_event",
    text: "select id from flow_runs where tenant_id = $1 and flow_id = $2 and trigger_event_id = $3",
    values: [tx.tenantId, flowId, eventId],
  });
  return row?.id ?? null;
}
