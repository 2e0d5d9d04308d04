import type { Tx } from "#platform/db/database.ts";

export interface FailedInboundRow {
  channel_id: string;
  provider_event_id: string;
  attempts: number;
  last_error: string | null;
  received_at: Date;
  processed_at: Date | null;
}

/** Absent: any. */
export interface FailedInboundFilter {
  channelId?: string | undefined;
  providerEventId?: string | undefined;
}

/** Oldest first, with the total number of matching rows. */
export async function listFailed(tx: Tx, filter: FailedInboundFilter, limit: number): Promise<{ rows: FailedInboundRow[]; total: number }> {
  const rows = await tx.query<FailedInboundRow & { total: number }>({
    name: "inbound_failed_list",
    text: `select channel_id, provider_event_id, attempts, last_error, received_at, processed_at, count(*) over () as total
             from inbound_events where tenant_id = $1 and state = 'failed'
              and ($2::uuid is null or channel_id = $2) and ($3::text is null or provider_event_id = $3)
            order by received_at, channel_id, provider_event_id limit $4`,
    values: [tx.tenantId, filter.channelId ?? null, filter.providerEventId ?? null, limit],
  });
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Returns rows to the queue with their attempts reset. Processing may run twice: what was stored before is stored once. */
export async function requeueFailed(tx: Tx, now: Date, filter: FailedInboundFilter): Promise<{ channel_id: string }[]> {
  return tx.query<{ channel_id: string }>({
    name: "inbound_failed_requeue",
    text: `update inbound_events set state = 'ready', attempts = 0, run_at = $4, lease_until = null, last_error = null, processed_at = null
            where tenant_id = $1 and state = 'failed'
              and ($2::uuid is null or channel_id = $2) and ($3::text is null or provider_event_id = $3)
           returning channel_id`,
    values: [tx.tenantId, filter.channelId ?? null, filter.providerEventId ?? null, now],
  });
}

/** Whether the tenant exists, which nothing else shows if there are no rows. */
export async function tenantExists(tx: Tx): Promise<boolean> {
  const rows = await tx.query({
    name: "inbound_failed_tenant",
    text: "select 1 from tenants where tenant_id = $1",
    values: [tx.tenantId],
  });
  return rows.length > 0;
}

export function retryFailedInbound(tx: Tx, now: Date, limit: number, seq: string | null = null): Promise<object[]> {
  return tx.query({
    name: "inbound_queue_retry",
    text: `update inbound_events set state = 'ready', attempts = 0, deaths = 0, run_at = $2, lease_until = null, last_error = null, processed_at = null
            where tenant_id = $1 and state = 'failed' and seq in (
              select seq from inbound_events where tenant_id = $1 and state = 'failed' and ($4::uuid is null or seq = $4) order by seq limit $3 for update skip locked)
           returning 1`,
    values: [tx.tenantId, now, limit, seq],
  });
}

/** Ends a failed item without processing it; the reason for its failure stays. */
export function discardFailedInbound(tx: Tx, now: Date, seq: string): Promise<object[]> {
  return tx.query({
    name: "inbound_queue_discard",
    text: `update inbound_events set state = 'ignored', payload = null, processed_at = $3
            where tenant_id = $1 and state = 'failed' and seq = $2 returning 1`,
    values: [tx.tenantId, seq, now],
  });
}
