import type { Clock } from "#platform/clock/clock.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { ConversationsService } from "#modules/inbox/conversations/index.ts";
import { presenceRoutes } from "./presence.routes.ts";
import { createPresenceService } from "./presence.service.ts";
import { createPresenceTable } from "./presence-table.ts";

export { renderPresenceChange } from "./presence.render.ts";
export type { PresenceChange, PresenceTable } from "./presence-table.ts";

/** Who is viewing a conversation or typing in it now; nothing is stored (docs/subsystems/inbox/presence.md). */
export function createPresenceModule(deps: {
  clock: Clock;
  wake: Pick<Wake, "signal" | "onSignal">;
  log: Log;
  conversations: ConversationsService;
}) {
  const table = createPresenceTable(deps);
  return { table, routes: presenceRoutes(createPresenceService({ ...deps, table })) };
}
