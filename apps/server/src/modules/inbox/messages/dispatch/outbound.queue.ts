import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";

/**
 * Unsent messages. A message that failed or whose outcome is unknown is no longer in this queue: its status shows that, and only a new
 * message sends it again. So there is nothing to retry, and no retry can send anything twice.
 */
export function createOutboundQueue(database: Database): Queue {
  return createQueue(database, {
    name: "outbound",
    tables: ["outbound_dispatches"],
    topic: "outbound",
    active: "sending",
    completed: {
      table: "event_log",
      column: "created_at",
      condition: "type = 'message.status' and data ->> 'previousStatus' in ('queued', 'sending')",
    },
  });
}
