import type { Pager } from "#platform/pagination/page.ts";
import { createDealFollower, createDealOccupants } from "./deal-moves.ts";
import { dealEvents } from "./deals.events.ts";
import { dealRoutes } from "./deals.routes.ts";
import { createDealsService, type DealsDeps } from "./deals.service.ts";

export type { DealsService } from "./deals.service.ts";

export function createDealsModule(deps: DealsDeps & { pager: Pager }) {
  const service = createDealsService(deps);
  return {
    service,
    stageOccupants: createDealOccupants(deps),
    contactFollower: createDealFollower(deps),
    routes: dealRoutes(service, deps.pager),
    events: dealEvents,
  };
}
