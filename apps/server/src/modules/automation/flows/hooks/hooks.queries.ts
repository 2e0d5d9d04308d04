import type { Database, Tx } from "#platform/db/database.ts";
import { failedAsLoop } from "../runs/runs.queries.ts";

export interface HookRow {
  flow_id: string;
  created_by: string;
  created_at: Date;
}

/**
 * The condition on hooks `h`, at the time of a placeholder: what an agency has created under a grant ends with the
 * grant.
 */
const isValidHook = (now: string) => `(h.grant_id is null or exists (
                   select from agency_grants g where g.tenant_id = h.tenant_id and g.id = h.grant_id and g.status = 'accepted'
                      and (g.expires_at is null or g.expires_at > ${now})))`;

export async function findHook(tx: Tx, flowId: string, now: Date): Promise<HookRow | null> {
  const [row] = await tx.query<HookRow>({
    name: "flow_hook_by_flow",
    text: `select h.flow_id, h.created_by, h.created_at from flow_hooks h where h.tenant_id = $1 and h.flow_id = $2 and ${isValidHook("$3")}`,
    values: [tx.tenantId, flowId, now],
  });
  return row ?? null;
}

/** Stores a new secret and invalidates an earlier one. `grantId`: the grant of the agency's key that creates it, null for anybody else. */
export async function saveHook(
  tx: Tx,
  now: Date,
  hook: { flowId: string; tokenHash: Buffer; by: string; grantId: string | null },
): Promise<void> {
  await tx.query({
    name: "flow_hook_put",
    text: `insert into flow_hooks (tenant_id, flow_id, token_hash, created_by, created_at, grant_id) values ($1, $2, $3, $4, $5, $6)
           on conflict (tenant_id, flow_id) do update
             set token_hash = excluded.token_hash, created_by = excluded.created_by, created_at = excluded.created_at,
                 grant_id = excluded.grant_id`,
    values: [tx.tenantId, hook.flowId, hook.tokenHash, hook.by, now, hook.grantId],
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

/**
 * The flow of an address. Runs as the cross-tenant worker, because the tenant is unknown. Finds nothing for a suspended organization, or an
 * agency whose grant has ended.
 */
export async function hookOf(
  database: Pick<Database, "worker">,
  tokenHash: Buffer,
  now: Date,
): Promise<{ tenant_id: string; flow_id: string } | null> {
  const [row] = await database.worker<{ tenant_id: string; flow_id: string }>({
    name: "flow_hook_by_token",
    text: `select h.tenant_id, h.flow_id from flow_hooks h join tenants t on t.tenant_id = h.tenant_id
            where h.token_hash = $1 and t.suspended_at is null and t.erased_at is null and ${isValidHook("$2")}`,
    values: [tokenHash, now],
  });
  return row ?? null;
}

export interface EventRun {
  id: string;
  /** It failed before its first step. */
  looped: boolean;
}

/** The run that an event started, even if it was deleted; the events of hooks are derived from their callers' idempotency keys. */
export async function runOfEvent(tx: Tx, flowId: string, eventId: string): Promise<EventRun | null> {
  const [row] = await tx.query<EventRun>({
    name: "flow_run_of_event",
    text: `select id, ${failedAsLoop("error")} as looped
             from flow_runs where tenant_id = $1 and flow_id = $2 and trigger_event_id = $3
           union all
           select id, looped from flow_starts where tenant_id = $1 and flow_id = $2 and trigger_event_id = $3`,
    values: [tx.tenantId, flowId, eventId],
  });
  return row ?? null;
}
