import type { IdSource } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { clientBillingRoutes } from "./client-billing.routes.ts";
import { type Clients, createClientBillingService } from "./client-billing.service.ts";
import { createChargeTransfer, type ChargeTransferDeps } from "./charge-transfer.jobs.ts";

export { composeMarkupRaised } from "./markup-raised.ts";
export { beginTerms, endTerms } from "./client-billing.queries.ts";

/**
 * Who pays for what an agency's clients use, and what the agency earns from it. See
 * docs/subsystems/agency/client-billing.md.
 */
export function createClientBillingModule(deps: ChargeTransferDeps & { ids: IdSource; pager: Pager; clients: Clients }) {
  const chargeTransfer = createChargeTransfer(deps);
  return {
    routes: clientBillingRoutes(createClientBillingService(deps)),
    loops: [chargeTransfer.loop],
    jobs: [chargeTransfer.job],
    queues: [chargeTransfer.queue],
  };
}
