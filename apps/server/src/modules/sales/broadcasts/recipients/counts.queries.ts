import type { Tx } from "#platform/db/database.ts";
import type { BroadcastCounts } from "../broadcasts.schema.ts";

export interface CountRow {
  broadcast_id: string;
  status: string;
  reason: string;
  count: number;
}

/** Differences by broadcast, status and reason, collected until their transaction writes them. */
export class CountChanges {
  readonly #changes = new Map<string, CountRow>();

  add(broadcastId: string, status: string, reason: string | null, count: number): void {
    const key = `${broadcastId}/${status}/${reason ?? ""}`;
    const known = this.#changes.get(key) ?? { broadcast_id: broadcastId, status, reason: reason ?? "", count: 0 };
    known.count += count;
    this.#changes.set(key, known);
  }

  /** Sorted, so that two writers do not deadlock. Last in a transaction, because these rows are shared. */
  async write(tx: Tx): Promise<void> {
    const rows = [...this.#changes.values()].filter(({ count }) => count !== 0);
    if (rows.length === 0) return;
    await tx.query({
      name: "broadcast_counts_move",
      text: `insert into broadcast_counts as c (tenant_id, broadcast_id, status, reason, count)
             select $1, x.broadcast_id, x.status, x.reason, x.count
               from jsonb_to_recordset($2::jsonb) as x(broadcast_id uuid, status text, reason text, count integer)
              where exists (select from broadcasts b where b.tenant_id = $1 and b.id = x.broadcast_id)
              order by x.broadcast_id, x.status, x.reason
             on conflict (tenant_id, broadcast_id, status, reason) do update set count = c.count + excluded.count`,
      values: [tx.tenantId, JSON.stringify(rows)],
    });
  }
}

/**
 * Resets the counts of waiting and unfinished recipients to zero if there are none (any more), because deleting a
 * contact deletes its rows. Runs with the broadcast locked, and in one statement, so that rows and counts are from the
 * same moment. True: there were such counts.
 */
export async function clearOrphanedCounts(tx: Tx, broadcastId: string): Promise<boolean> {
  const rows = await tx.query({
    name: "broadcast_counts_of_nobody",
    text: `update broadcast_counts c set count = 0
            where c.tenant_id = $1 and c.broadcast_id = $2 and c.status in ('pending', 'sending') and c.count <> 0
              and not exists (select from broadcast_recipients r
                               where r.tenant_id = $1 and r.broadcast_id = $2 and r.status = c.status)
           returning 1`,
    values: [tx.tenantId, broadcastId],
  });
  return rows.length > 0;
}

export function readCounts(tx: Tx, broadcastIds: string[]): Promise<CountRow[]> {
  return tx.query<CountRow>({
    name: "broadcast_counts_of",
    text: `select c.broadcast_id, c.status, c.reason, c.count from broadcast_counts c
            where c.tenant_id = $1 and c.broadcast_id = any($2::uuid[]) and c.count <> 0`,
    values: [tx.tenantId, broadcastIds],
  });
}

/** For one broadcast. Pure. */
export function sumCounts(rows: readonly CountRow[]): BroadcastCounts {
  const of = (status: string) => rows.filter((row) => row.status === status).reduce((sum, { count }) => sum + count, 0);
  const counts = {
    pending: of("pending"),
    sending: of("sending"),
    sent: of("sent"),
    delivered: of("delivered"),
    read: of("read"),
    replied: of("replied"),
    failed: of("failed"),
    unknown: of("unknown"),
    skipped: of("skipped"),
  };
  return { recipients: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts, optedOut: of("opted_out") };
}

/** How many messages the platform refused because of their template. Pure. */
export function refusedTemplates(rows: readonly CountRow[]): number {
  return rows.filter((row) => row.status === "failed" && row.reason === "template_not_approved").reduce((sum, { count }) => sum + count, 0);
}

/** Messages that were attempted: sent or failed. Pure. */
export function attemptedOf(counts: BroadcastCounts): number {
  return counts.sent + counts.delivered + counts.read + counts.replied + counts.failed + counts.unknown;
}

export function removeRecipientsOf(
  tx: Tx,
  contactIds: string[],
  limit: number,
): Promise<{ broadcast_id: string; status: string; reason: string | null; opted_out: boolean }[]> {
  return tx.query({
    name: "broadcast_forget",
    text: `with own as (
             select r.broadcast_id, r.n from broadcast_recipients r where r.tenant_id = $1 and r.contact_id = any($2::uuid[])
              order by r.broadcast_id, r.n limit $3 for update of r
           )
           delete from broadcast_recipients r using own
            where r.tenant_id = $1 and r.broadcast_id = own.broadcast_id and r.n = own.n
           returning r.broadcast_id, r.status, r.reason, r.opted_out_at is not null as opted_out`,
    values: [tx.tenantId, contactIds, limit],
  });
}

export function ratesOfChannels(tx: Tx, now: Date, ids: string[]): Promise<{ id: string; rate: number }[]> {
  return tx.query({
    name: "broadcast_channel_rates",
    text: `select c.id, channel_rate(c.messages_per_second, p.rate, p.rate_at, $2) as rate
             from channels c left join channel_pacing p on p.tenant_id = $1 and p.channel_id = c.id
            where c.tenant_id = $1 and c.id = any($3::uuid[]) and c.deleted_at is null`,
    values: [tx.tenantId, now, ids],
  });
}
