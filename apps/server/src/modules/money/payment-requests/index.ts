import { createBillingQueue } from "./billing.queue.ts";
import type { BillingService, Ledger } from "#modules/money/billing/index.ts";
import type { GatewayService } from "#modules/money/payment-gateway/index.ts";
import type { Reach } from "#platform/auth/reach.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { EventType } from "#platform/events/types.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Claims } from "#platform/jobs/claim.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { createInvoiceWork } from "./invoice-work.ts";
import { createPaymentCallbacks } from "./payment-callbacks.ts";
import { paymentRequestRoutes } from "./payment-requests.routes.ts";
import { paymentRequestUpdatedData } from "./payment-requests.schema.ts";
import { createPaymentRequestsService } from "./payment-requests.service.ts";

export type { PaymentRequestsService } from "./payment-requests.service.ts";

const events: EventType[] = [
  {
    type: "payment_request.updated",
    summary: "A payment request received its invoice, was paid, or ended",
    data: paymentRequestUpdatedData,
  },
];

/** Payment requests: invoices created at the gateway, and credit once they are paid. */
export function createPaymentRequestsModule(deps: {
  database: Database;
  claims: Claims;
  ids: IdSource;
  clock: Clock;
  wake: Wake;
  log: Log;
  pager: Pager;
  reach: Reach;
  ledger: Ledger;
  billing: BillingService;
  gateway: GatewayService;
  currency: string;
  /** For the jitter of retries; Math.random unless a test sets it. */
  random?: () => number;
}) {
  const service = createPaymentRequestsService(deps);
  return {
    service,
    routes: paymentRequestRoutes(deps, service),
    loops: createInvoiceWork({ ...deps, service, random: deps.random ?? Math.random }),
    events,
    queues: [createBillingQueue(deps.database)],
    callbacks: createPaymentCallbacks({ ...deps, service }),
  };
}
