import type { Pager } from "#platform/pagination/page.ts";
import { orderEvents } from "./orders.events.ts";
import { orderRoutes } from "./orders.routes.ts";
import { createOrderFollower, createOrdersService, type OrdersDeps } from "./orders.service.ts";

export { orderStatuses } from "./order-status.ts";
export type { OrdersService } from "./orders.service.ts";

export function createOrdersModule(deps: OrdersDeps & { pager: Pager }) {
  const service = createOrdersService(deps);
  return { service, contactFollower: createOrderFollower(deps), routes: orderRoutes(service, deps.pager), events: orderEvents };
}
