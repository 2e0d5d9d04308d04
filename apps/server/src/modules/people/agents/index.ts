import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";
import { createLoop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { setAbsent } from "./agents.queries.ts";
import { agentRoutes } from "./agents.routes.ts";
import { type AgentsDeps, createAgentsService } from "./agents.service.ts";

const batchMax = 500;

/** The people who answer: members and invited agents, with their skills and availability. */
export function createAgentsModule(
  deps: AgentsDeps & {
    database: Database;
    clock: Clock;
    wake: Wake;
    log: Log;
    checkApp(ctx: TxContext, appId: string | undefined): Promise<void>;
  },
) {
  const presence = createLoop({
    name: "presence",
    wake: deps.wake,
    topics: [],
    pollMs: 30_000,
    log: deps.log,
    run: async () => (await setAbsent(deps.database, deps.clock.now(), batchMax)) === batchMax,
  });
  return { routes: agentRoutes(createAgentsService(deps), deps.checkApp), loops: [presence] };
}
