import type { Pager } from "#platform/pagination/page.ts";
import { createActions } from "./actions.ts";
import { createFrontWatch } from "./front-watch.ts";
import { createFlowsQueue } from "./flows.queue.ts";
import { flowEvents } from "./flows.events.ts";
import { flowRoutes } from "./flows.routes.ts";
import { flowsSnapshot } from "./flows.snapshot.ts";
import { createFlowsService, type FlowsDeps } from "./flows.service.ts";
import { flowEndings } from "./grant-ending.ts";
import { hookRoutes } from "./hooks.routes.ts";
import { createHooksService, type HooksDeps } from "./hooks.service.ts";
import { createMatcher, type MatcherDeps } from "./matcher.ts";
import { createPrograms } from "./programs.ts";
import { createRemovalLoop } from "./removal.jobs.ts";
import { createRequestWork, type RequestDeps } from "./requests.jobs.ts";
import { createRunner, type RunnerDeps } from "./runner.ts";
import { createRunPurge, type RunPurgeDeps } from "./runs-purge.jobs.ts";
import { runRoutes } from "./runs.routes.ts";
import { createRunsService, type RunsDeps } from "./runs.service.ts";
import { secretRoutes } from "./secrets.routes.ts";
import { createSecretsService, type SecretsDeps } from "./secrets.service.ts";
import { trialRoute } from "./trial.routes.ts";
import { createScheduleLoop, type SchedulesDeps } from "./schedules.jobs.ts";
import { createTrials } from "./trial.ts";

export { flowAllowance } from "./flow-allowance.ts";

/** Automation flows: a trigger, conditions, steps. See docs/subsystems/flows.md. */
export function createFlowsModule(
  deps: FlowsDeps &
    HooksDeps &
    RunsDeps &
    SecretsDeps &
    RequestDeps &
    RunPurgeDeps &
    Omit<MatcherDeps, "contacts"> &
    Omit<SchedulesDeps, "contacts"> &
    RunnerDeps & { pager: Pager },
) {
  const secrets = createSecretsService(deps);
  const service = createFlowsService(deps, secrets);
  const runs = createRunsService(deps, service);
  const programs = createPrograms();
  const actions = createActions(deps);
  const requests = createRequestWork(deps, programs, secrets);
  const purge = createRunPurge(deps);
  return {
    routes: [
      ...flowRoutes(service, deps.pager),
      ...runRoutes(runs, service, deps.pager),
      ...secretRoutes(secrets, deps.pager),
      ...hookRoutes(createHooksService(deps, service), service),
      trialRoute(createTrials(deps, service, actions), service),
    ],
    loops: [
      createMatcher(deps),
      createRunner(deps, actions, programs),
      ...requests.loops,
      createRemovalLoop(deps),
      createFrontWatch(deps),
      createScheduleLoop(deps),
    ],
    jobs: [purge],
    purgeRuns: purge.run,
    events: flowEvents,
    idle: requests.idle,
    queues: [createFlowsQueue(deps.database)],
    endings: flowEndings(deps),
    snapshot: [flowsSnapshot(service)],
  };
}
