import type { Reach } from "#platform/auth/reach.ts";
import type { Database } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { pricingRoutes } from "./pricing.routes.ts";
import { createPricingService } from "./pricing.service.ts";

export type { PricingService } from "./pricing.service.ts";

/** What a request to a model costs: one list for the whole installation. */
export function createPricingModule(deps: { ids: IdSource; database: Database; currency: string; reach: Reach; pager: Pager }) {
  const service = createPricingService(deps);
  return { service, routes: pricingRoutes(deps, service) };
}
