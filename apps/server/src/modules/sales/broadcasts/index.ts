import type { Database } from "#platform/db/database.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { broadcastEvents } from "./broadcasts.events.ts";
import { type BroadcastLoopDeps, createBroadcastLoop } from "./broadcasts.jobs.ts";
import { createBroadcastsQueue } from "./broadcasts.queue.ts";
import { broadcastRoutes } from "./broadcasts.routes.ts";
import { type BroadcastsDeps, createBroadcastsService } from "./broadcasts.service.ts";
import { broadcastEnding } from "./grant-ending.ts";
import { createInsight, type InsightDeps } from "./insight.ts";
import { createRecipientsCsv } from "./recipients/recipients-csv.ts";
import { createTrackingLoop, type TrackingDeps } from "./recipients/tracking.ts";

export { broadcastAllowance } from "./broadcast-allowance.ts";
export { removeRecipients } from "./remove-recipients.ts";
export type { BroadcastsService } from "./broadcasts.service.ts";

export function createBroadcastsModule(
  deps: BroadcastsDeps & InsightDeps & BroadcastLoopDeps & TrackingDeps & { database: Database; pager: Pager },
) {
  const service = createBroadcastsService(deps);
  return {
    service,
    routes: broadcastRoutes(service, createInsight(deps, service), createRecipientsCsv(deps, service), deps.pager),
    events: broadcastEvents,
    loops: [createBroadcastLoop(deps), createTrackingLoop(deps)],
    endings: [broadcastEnding(deps)],
    queues: [createBroadcastsQueue(deps.database)],
  };
}
