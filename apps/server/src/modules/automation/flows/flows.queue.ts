import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";

/**
 * Flow runs, their requests, and the schedules that start some. A run that cannot continue fails, and its own resource shows that: there is
 * nothing to retry here.
 */
export function createFlowsQueue(database: Database): Queue {
  return createQueue(database, {
    name: "flows",
    tables: ["flow_runs", "flow_requests", "flow_schedules"],
    topic: "flows",
    keys: { flow_schedules: "flow_id" },
    completed: { table: "flow_runs", column: "ended_at", condition: "status = 'completed'" },
  });
}
