import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";
import { discardFailedMessage, retryFailedMessages } from "./push.queries.ts";
import { pushSource } from "./push.sending.ts";

/** Messages to browsers. A retry skips those that are too old to be news. */
export function createPushQueue(database: Database): Queue {
  return createQueue(database, {
    name: "push",
    tables: [pushSource],
    topic: "push",
    completed: { table: "push_messages", column: "sent_at", condition: "state = 'sent'" },
    failed: {
      table: "push_messages",
      condition: "f.state = 'failed' and f.give_up_at > $1",
      item: { id: "f.id", about: "null::text", reason: "f.error", attempts: "f.attempts", at: "f.run_at" },
      discard: (ctx, id) => discardFailedMessage(ctx.tx, id),
      retry: (ctx, limit, id) => retryFailedMessages(ctx.tx, ctx.now, limit, id),
    },
  });
}
