import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";

/**
 * Broadcasts with something to do. One that cannot continue pauses or fails, which its own resource shows: there is
 * nothing to retry here.
 */
export function createBroadcastsQueue(database: Database): Queue {
  return createQueue(database, {
    name: "broadcasts",
    tables: ["broadcasts"],
    topic: "broadcasts",
    completed: { table: "broadcasts", column: "completed_at", condition: "status = 'completed'" },
  });
}
