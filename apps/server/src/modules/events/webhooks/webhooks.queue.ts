import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";
import { WEBHOOK_ATTEMPTS_MAX } from "#platform/retry/schedule.ts";
import { deliverySource } from "./delivering/delivery-source.queries.ts";
import { replaySource } from "./delivering/replay.ts";
import { retryGivenUp, givenUp, retryable } from "./delivering/retries.queries.ts";

/** Deliveries of events, and replays that create further ones. */
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
        const rows = await retryGivenUp(ctx.tx, ctx.now, limit, WEBHOOK_ATTEMPTS_MAX - 1);
        return rows.length;
      },
    },
  });
}
