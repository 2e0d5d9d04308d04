import type { Ledger } from "#modules/money/billing/index.ts";
import type { EntitlementsService } from "#modules/organizations/entitlements/index.ts";
import type { PricingService } from "#modules/money/pricing/index.ts";
import type { Log } from "#platform/log/log.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { createAiGateway, type GatewayDeps } from "./gateway.ts";
import { createMetering } from "./metering.ts";
import { deleteRequestsBefore } from "./requests.queries.ts";
import { aiRequestRoutes } from "./requests.routes.ts";
import { aiUsageRoutes } from "./usage.routes.ts";

export { aiAllowance } from "./ai-allowance.ts";
export type * from "./gateway.types.ts";

export interface AiDeps extends Omit<GatewayDeps, "metering"> {
  ledger: Ledger;
  pricing: PricingService;
  entitlements: Pick<EntitlementsService, "take" | "giveBack">;
  pager: Pager;
  log: Log;
  /** How long records of requests are kept, in days. */
  requestDays: number;
}

const purgeBatch = 5_000;

/** The only way to call a model: chooses candidates, handles the price, and reports if none answers. */
export function createAiModule(deps: AiDeps) {
  const gateway = createAiGateway({ ...deps, metering: createMetering(deps) });

  /** Removes expired records. Idempotent and safe to run concurrently. */
  async function purge(): Promise<void> {
    const before = new Date(deps.clock.now().getTime() - deps.requestDays * 86_400_000);
    let total = 0;
    for (let deleted = purgeBatch; deleted === purgeBatch; total += deleted)
      deleted = await deleteRequestsBefore(deps.database, before, purgeBatch);
    if (total > 0) deps.log.info({ table: "ai_requests", rows: total }, "old rows removed");
  }

  return {
    gateway,
    purge,
    routes: [...aiRequestRoutes(deps.pager), ...aiUsageRoutes()],
    jobs: [{ name: "ai-requests", cron: "37 3 * * *", run: purge }],
  };
}
