import type { Database, Tx } from "#platform/db/database.ts";

/** Cross-tenant: the query finds tenants with channels whose templates are due; the claim is made inside each. */
export function dueTemplateSyncs(database: Database, now: Date, max: number): Promise<{ tenant_id: string; id: string }[]> {
  return database.worker({
    name: "channels_templates_due",
    text: `select tenant_id, id from channels
            where templates_sync_at <= $1 and deleted_at is null and status = 'Connected' order by templates_sync_at limit $2`,
    values: [now, max],
  });
}

/** Claims the channel for one fetch. `again`: when another process may retry, should this one die. null: it is no longer due. */
export async function claimTemplateSync(tx: Tx, now: Date, id: string, again: Date): Promise<{ attempts: number } | null> {
  const [row] = await tx.query<{ attempts: number }>({
    name: "channel_claim_templates",
    text: `update channels set templates_sync_at = $4, templates_sync_attempts = templates_sync_attempts + 1
            where tenant_id = $1 and id = $2 and templates_sync_at <= $3 and deleted_at is null and status = 'Connected'
           returning templates_sync_attempts as attempts`,
    values: [tx.tenantId, id, now, again],
  });
  return row ?? null;
}

/** `at` null: not until it is connected again. */
export async function planTemplateSync(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx.query({
    name: "channel_plan_templates",
    text: "update channels set templates_sync_at = $3 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, at],
  });
}
