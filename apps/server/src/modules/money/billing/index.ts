import type { Reach } from "#platform/auth/reach.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { EventReader } from "#platform/events/reader.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { EventType } from "#platform/events/types.ts";
import { balanceLowData } from "./billing.schema.ts";
import { billingAdminRoutes } from "./billing-admin.routes.ts";
import { billingRoutes } from "./billing.routes.ts";
import { createBillingService } from "./billing.service.ts";
import { createLedger } from "./ledger.ts";
import { composeLowBalance } from "./low-balance.ts";
import { createReservationLoop, createReservationPurge } from "./reservations.jobs.ts";
import { createUsageCounter } from "./usage.ts";

export { billingActor } from "./actor.ts";
export { renderTransaction } from "./billing.render.ts";
export { AmountIn, AppIdQuery, Money, Reason, Transaction } from "./billing.schema.ts";
export type { BillingService } from "./billing.service.ts";
export type { Amount, Booking, Ledger, LedgerContext, Reservation, UsagePrice } from "./ledger.ts";
export type { EntryRow } from "./ledger.queries.ts";
export { type BillingMode, billingModes } from "./terms.ts";
export { sumPeriods, usageOfMonth } from "./usage.queries.ts";

const events: EventType[] = [
  { type: "balance.low", summary: "The balance fell below the organization's low-balance threshold", data: balanceLowData },
];

export interface BillingDeps {
  database: Database;
  ids: IdSource;
  clock: Clock;
  wake: Wake;
  log: Log;
  pager: Pager;
  reach: Reach;
  eventReader: EventReader;
  /** The ISO 4217 currency of every balance. */
  currency: string;
}

/** Balances: the ledger with its reservations, what an organization sees of it, and its usage by month. */
export function createBillingModule(deps: BillingDeps) {
  const ledger = createLedger(deps);
  const service = createBillingService(deps, ledger);
  const usage = createUsageCounter(deps);
  const purge = createReservationPurge(deps);
  return {
    ledger,
    service,
    routes: [...billingRoutes(service, deps.pager, deps.database), ...billingAdminRoutes(deps, service)],
    loops: [createReservationLoop(deps, ledger), usage.loop],
    jobs: [usage.job, purge],
    purgeReservations: purge.run,
    events,
    mails: { low_balance: composeLowBalance(deps.currency) },
  };
}
