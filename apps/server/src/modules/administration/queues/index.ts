import type { Database } from "#platform/db/database.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import { queueRoutes } from "./queues.routes.ts";
import { createQueuesService, type QueuesDeps } from "./queues.service.ts";

/**
 * The state of the installation's queues, and retries of failed work. Created last, because it covers every module's
 * queues.
 */
export function createQueuesModule(deps: QueuesDeps & { database: Database; clock: Clock }) {
  const service = createQueuesService(deps);
  const jobs: ScheduledJob[] = [{ name: "queue-hours", cron: "7 * * * *", run: () => service.closeHours(deps.clock.now()) }];
  return {
    routes: queueRoutes(service),
    jobs,
    /** Called before metrics are read. */
    measure: () => service.measure(deps.clock.now()),
  };
}
