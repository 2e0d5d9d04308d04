import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";
import { inboundSource } from "./callbacks.queries.ts";

/** What platforms told us: each item is a row until it is processed. */
export function createInboundQueue(database: Database): Queue {
  return createQueue(database, {
    name: "inbound",
    tables: [inboundSource],
    topic: "inbound",
    completed: { table: inboundSource.table, column: "processed_at", condition: "state in ('processed', 'ignored')" },
    failed: {
      table: inboundSource.table,
      condition: "f.state = 'failed'",
      async retry(ctx, limit) {
        // From the first attempt on. What was stored by it once is stored once: processing may run twice.
        const rows = await ctx.tx.query({
          name: "inbound_queue_retry",
          text: `update inbound_events set state = 'ready', attempts = 0, deaths = 0, run_at = $2, lease_until = null, last_error = null, processed_at = null
                  where tenant_id = $1 and state = 'failed' and seq in (
                    select seq from inbound_events where tenant_id = $1 and state = 'failed' order by seq limit $3 for update skip locked)
                 returning 1`,
          values: [ctx.tenantId, ctx.now, limit],
        });
        return rows.length;
      },
    },
  });
}
