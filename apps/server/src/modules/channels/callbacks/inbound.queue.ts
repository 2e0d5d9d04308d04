import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";
import { inboundSource } from "./callbacks.queries.ts";
import { discardFailedInbound, retryFailedInbound } from "./failed-inbound.queries.ts";

/** Callback items: one row each until processed. */
export function createInboundQueue(database: Database): Queue {
  return createQueue(database, {
    name: "inbound",
    tables: [inboundSource],
    topic: "inbound",
    completed: { table: inboundSource.table, column: "processed_at", condition: "state in ('processed', 'ignored')" },
    failed: {
      table: inboundSource.table,
      condition: "f.state = 'failed'",
      item: { id: "f.seq", about: "null::text", reason: "f.last_error", attempts: "f.attempts::int", at: "f.processed_at" },
      async discard(ctx, id) {
        return (await discardFailedInbound(ctx.tx, ctx.now, id)).length > 0;
      },
      async retry(ctx, limit, id) {
        // With attempts reset. Processing may run twice: what was stored before is stored once.
        const rows = await retryFailedInbound(ctx.tx, ctx.now, limit, id);
        return rows.length;
      },
    },
  });
}
