import type { Pager } from "#platform/pagination/page.ts";
import { categoryRoutes } from "./categories.routes.ts";
import { createCategoriesService } from "./categories.service.ts";
import { ticketCategoriesSnapshot } from "./categories.snapshot.ts";
import {
  type CloseLoopDeps,
  createCloseLoop,
  createDivisionMove,
  createMissedTargetNotifier,
  createTicketFollower,
} from "./ticket-changes.ts";
import { createReplyHandler } from "./inbound.ts";
import { ticketEvents } from "./tickets.events.ts";
import { ticketRoutes } from "./tickets.routes.ts";
import { createTicketsService, type TicketsDeps } from "./tickets.service.ts";

export { createRemovedFieldNotifier } from "./ticket-changes.ts";
export { ticketStatuses } from "./ticket-status.ts";
export { priorities as ticketPriorities } from "./tickets.schema.ts";
export type { TicketsService } from "./tickets.service.ts";

export function createTicketsModule(deps: TicketsDeps & CloseLoopDeps & { pager: Pager }) {
  const service = createTicketsService(deps);
  const categories = createCategoriesService(deps);
  return {
    service,
    contactFollower: createTicketFollower(deps),
    inbound: createReplyHandler(deps),
    moveDivision: createDivisionMove(deps),
    /** For tickets that have missed a target of their SLA policy. */
    notifyMissedTargets: createMissedTargetNotifier(deps),
    routes: [...ticketRoutes(service, deps), ...categoryRoutes(categories, deps.pager)],
    loops: [createCloseLoop(deps)],
    events: ticketEvents,
    snapshot: [ticketCategoriesSnapshot(categories)],
  };
}
