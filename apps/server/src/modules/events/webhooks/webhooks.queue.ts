import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";
import { WEBHOOK_ATTEMPTS_MAX } from "#platform/retry/schedule.ts";
import { deliverySource } from "./delivering/delivery-source.queries.ts";
import { replaySource } from "./delivering/replay.ts";
import { discardGivenUp, retryGivenUp, givenUp, retryable } from "./delivering/retries.queries.ts";

/** Event deliveries, and the replays that create more of them. */
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
      item: {
        id: "f.id",
        about: "f.event_type",
        reason: "coalesce(f.last_error, 'The endpoint answered ' || f.last_status || '.')",
        attempts: "f.attempts::int",
        at: "f.completed_at",
      },
      async discard(ctx, id) {
        return (await discardGivenUp(ctx.tx, ctx.now, id)).length > 0;
      },
      async retry(ctx, limit, id) {
        const rows = await retryGivenUp(ctx.tx, ctx.now, limit, WEBHOOK_ATTEMPTS_MAX - 1, id);
        return rows.length;
      },
    },
  });
}
