import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";
import { inboundSource } from "./callbacks.queries.ts";
import { retryFailedInbound } from "./failed-inbound.queries.ts";

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
        const rows = await retryFailedInbound(ctx.tx, ctx.now, limit);
        return rows.length;
      },
    },
  });
}
