import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";
import { WEBHOOK_ATTEMPTS_MAX } from "#platform/retry/schedule.ts";
import { deliverySource } from "./delivering/claiming.ts";
import { replaySource } from "./delivering/replay.ts";

/** What was given up counts whatever has become of its endpoint: one that answers 410 is disabled by that very delivery. */
const givenUp = `f.state = 'failed' and exists (select 1 from webhook_endpoints w
  where w.tenant_id = f.tenant_id and w.id = f.endpoint_id and w.deleted_at is null)`;
/** Only endpoints that are active get deliveries again; those of others are kept for a replay. */
const retryable = `f.state = 'failed' and exists (select 1 from webhook_endpoints w
  where w.tenant_id = f.tenant_id and w.id = f.endpoint_id and w.status = 'active' and w.deleted_at is null)`;

/** Deliveries of events, and replays that make further ones. */
export function createWebhooksQueue(database: Database): Queue {
  return createQueue(database, {
    name: "webhooks",
    tables: [deliverySource, replaySource],
    topic: "deliveries",
    completed: { table: deliverySource.table, column: "completed_at", condition: "state = 'delivered'" },
    failed: {
      table: deliverySource.table,
      condition: givenUp,
      retryable,
      async retry(ctx, limit) {
        const rows = await ctx.tx.query({
          name: "deliveries_queue_retry",
          text: `update webhook_deliveries set state = 'ready', run_at = $2, lease_until = null, completed_at = null, deaths = 0, attempts = least(attempts, $4)
                  where tenant_id = $1 and id in (
                    select f.id from webhook_deliveries f where f.tenant_id = $1 and ${retryable} order by f.id limit $3 for update skip locked)
                 returning 1`,
          values: [ctx.tenantId, ctx.now, limit, WEBHOOK_ATTEMPTS_MAX - 1],
        });
        return rows.length;
      },
    },
  });
}
