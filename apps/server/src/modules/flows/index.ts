import type { Pager } from "#platform/pagination/page.ts";
import { createFlowsQueue } from "./flows.queue.ts";
import { flowRoutes } from "./flows.routes.ts";
import { createFlowsService, type FlowsDeps } from "./flows.service.ts";
import { createMatcher, type MatcherDeps } from "./matcher.ts";
import { createRemovalLoop } from "./removal.jobs.ts";
import { createRunner, type RunnerDeps } from "./runner.ts";
import { runRoutes } from "./runs.routes.ts";
import { createRunsService, type RunsDeps } from "./runs.service.ts";

export { flowAllowance } from "./flow-allowance.ts";

/** Automation flows: a trigger, conditions, steps. See docs/subsystems/flows.md. */
export function createFlowsModule(deps: FlowsDeps & RunsDeps & Omit<MatcherDeps, "contacts"> & RunnerDeps & { pager: Pager }) {
  const service = createFlowsService(deps);
  const runs = createRunsService(deps, service);
  return {
    routes: [...flowRoutes(service, deps.pager), ...runRoutes(runs, service, deps.pager)],
    loops: [createMatcher(deps), createRunner(deps), createRemovalLoop(deps)],
    queues: [createFlowsQueue(deps.database)],
  };
}
