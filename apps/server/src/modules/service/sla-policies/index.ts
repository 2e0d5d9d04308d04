import type { IdSource } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { slaPolicyRoutes } from "./sla-policies.routes.ts";
import { createSlaPoliciesService } from "./sla-policies.service.ts";
import type { Tracking } from "./tracking.ts";
import { createWatchLoop, type WatchingDeps } from "./watching.ts";

export type { SlaState, Step } from "./clock.ts";
export { renderSla, ServiceLevel } from "./shape.ts";
export { slaColumn } from "./sla-column.queries.ts";
export { createTracking, type MissedTarget, type Tracked, type Tracking } from "./tracking.ts";

/** SLA policies: what is promised to customers, and its clocks. */
export function createSlaPoliciesModule(
  deps: WatchingDeps & {
    ids: IdSource;
    pager: Pager;
    /** Created earlier, because the modules whose clocks it runs use it. */
    tracking: Tracking;
  },
) {
  return {
    routes: slaPolicyRoutes(createSlaPoliciesService(deps), deps.pager),
    loops: [createWatchLoop(deps, deps.tracking)],
    times: [
      { table: "conversation_sla", column: "check_at" },
      { table: "ticket_sla", column: "check_at" },
    ],
  };
}
