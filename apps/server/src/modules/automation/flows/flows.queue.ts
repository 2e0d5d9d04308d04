import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";

/** Runs of flows, their requests, and the schedules that begin some. One that cannot go on fails, and its own resource tells: there is nothing to retry here. */
export function createFlowsQueue(database: Database): Queue {
  return createQueue(database, {
    name: "flows",
    tables: ["flow_runs", "flow_requests", "flow_schedules"],
    topic: "flows",
    completed: { table: "flow_runs", column: "ended_at", condition: "status = 'completed'" },
  });
}
