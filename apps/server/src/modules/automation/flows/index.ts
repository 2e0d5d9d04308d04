import type { Pager } from "#platform/pagination/page.ts";
import { createActions } from "./runs/steps/actions.ts";
import { createTimedEventLoop } from "./runs/timed-events.ts";
import { createFlowsQueue } from "./flows.queue.ts";
import { flowEvents } from "./flows.events.ts";
import { flowRoutes } from "./definition/flows.routes.ts";
import { flowsSnapshot } from "./definition/flows.snapshot.ts";
import { createFlowsService, type FlowsDeps } from "./definition/flows.service.ts";
import { flowEndings } from "./grant-ending.ts";
import { hookRoutes } from "./hooks/hooks.routes.ts";
import { createHooksService, type HooksDeps } from "./hooks/hooks.service.ts";
import { createMatcher, type MatcherDeps } from "./runs/matcher.ts";
import { createPrograms } from "./runs/programs.ts";
import { createRemovalLoop } from "./definition/removal.jobs.ts";
import { createRequestWork, type RequestDeps } from "./requests/requests.jobs.ts";
import { createRunner, type RunnerDeps } from "./runs/runner.ts";
import { createRunPurge, type RunPurgeDeps } from "./runs/runs-purge.jobs.ts";
import { runRoutes } from "./runs/runs.routes.ts";
import { runSummaryRoutes } from "./runs/summary/run-summary.routes.ts";
import { createRunsService, type RunsDeps } from "./runs/runs.service.ts";
import { secretRoutes } from "./requests/secrets.routes.ts";
import { createSecretsService, type SecretsDeps } from "./requests/secrets.service.ts";
import { countRoutes } from "./runs/counts/counts.routes.ts";
import { trialRoute } from "./runs/trials/trial.routes.ts";
import { createScheduleLoop, type SchedulesDeps } from "./schedules/schedules.jobs.ts";
import { createTrials } from "./runs/trials/trial.ts";

export { flowAllowance } from "./definition/flow-allowance.ts";

/** Automation flows: a trigger, conditions, steps. See docs/subsystems/automation/flows.md. */
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
      ...countRoutes(service),
      ...runRoutes(runs, service, deps.pager),
      ...runSummaryRoutes(deps.database),
      ...secretRoutes(secrets, deps.pager),
      ...hookRoutes(createHooksService(deps, service), service),
      trialRoute(createTrials(deps, service, actions), service),
    ],
    loops: [
      createMatcher(deps),
      createRunner(deps, actions, programs),
      ...requests.loops,
      createRemovalLoop(deps),
      createTimedEventLoop(deps),
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
