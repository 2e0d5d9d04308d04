import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { createLoop } from "#platform/jobs/loop.ts";
import type { EventReader } from "#platform/events/reader.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { metricRoutes } from "./metrics.routes.ts";
import { createMetricsService } from "./metrics.service.ts";
import { createRollup } from "./rollup.ts";

/** A tenant's metrics: the event log, counted in the background, read by range, interval and group. */
export function createMetricsModule(deps: { database: Database; clock: Clock; wake: Wake; log: Log; eventReader: EventReader }) {
  const rollup = createRollup(deps);
  return {
    routes: metricRoutes(createMetricsService(deps), deps.database),
    // No hints: one batch of a second's events costs a fraction of counting each separately.
    loops: [createLoop({ name: "metrics rollup", wake: deps.wake, topics: [], pollMs: 1_000, log: deps.log, run: rollup.run })],
  };
}
