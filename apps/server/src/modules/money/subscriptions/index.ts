import type { Reach } from "#platform/auth/reach.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { EventType } from "#platform/events/types.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { createRenewalLoop } from "./renewals.jobs.ts";
import { retryPastDue } from "./subscriptions.queries.ts";
import { subscriptionRoutes } from "./subscriptions.routes.ts";
import { subscriptionUpdatedData } from "./subscriptions.schema.ts";
import { createSubscriptionsService, type SubscriptionsDeps } from "./subscriptions.service.ts";

export { addMonths } from "./billing-dates.ts";
export { insertFirstSubscription, releaseFromAgency as releaseSubscriptionFromAgency } from "./subscriptions.queries.ts";

const events: EventType[] = [
  { type: "subscription.updated", summary: "The subscription's status or terms changed", data: subscriptionUpdatedData },
];

/** What each organization pays regularly, and its renewal. */
export function createSubscriptionsModule(
  deps: SubscriptionsDeps & { database: Database; clock: Clock; wake: Wake; log: Log; reach: Reach; pager: Pager },
) {
  const service = createSubscriptionsService(deps);
  deps.ledger.onCredit((ctx) => retryPastDue(ctx.tx, ctx.now));
  deps.paymentRequests.onUnpaidBill((ctx) => retryPastDue(ctx.tx, ctx.now));
  return { service, routes: subscriptionRoutes(deps, service), loops: [createRenewalLoop(deps, service)], events };
}
