import type { Tx } from "#platform/db/database.ts";

/** Includes the failures of any endpoint: one that responds 410 is disabled by that very delivery. */
export const givenUp = `f.state = 'failed' and exists (select 1 from webhook_endpoints w
  where w.tenant_id = f.tenant_id and w.id = f.endpoint_id and w.deleted_at is null)`;

/** Only active endpoints get deliveries again; those of others are kept for a replay. */
export const retryable = `f.state = 'failed' and exists (select 1 from webhook_endpoints w
  where w.tenant_id = f.tenant_id and w.id = f.endpoint_id and w.status = 'active' and w.deleted_at is null)`;

export function retryGivenUp(tx: Tx, now: Date, limit: number, attemptsMax: number, id: string | null = null): Promise<object[]> {
  return tx.query({
    name: "deliveries_queue_retry",
    text: `update webhook_deliveries set state = 'ready', run_at = $2, lease_until = null, completed_at = null, deaths = 0, attempts = least(attempts, $4)
            where tenant_id = $1 and id in (
              select f.id from webhook_deliveries f where f.tenant_id = $1 and ${retryable} and ($5::uuid is null or f.id = $5) order by f.id limit $3 for update skip locked)
           returning 1`,
    values: [tx.tenantId, now, limit, attemptsMax, id],
  });
}

/** Ends a delivery that was given up; a replay may still make another. */
export function discardGivenUp(tx: Tx, now: Date, id: string): Promise<object[]> {
  return tx.query({
    name: "deliveries_queue_discard",
    text: "update webhook_deliveries set state = 'skipped', completed_at = $3 where tenant_id = $1 and id = $2 and state = 'failed' returning 1",
    values: [tx.tenantId, id, now],
  });
}
