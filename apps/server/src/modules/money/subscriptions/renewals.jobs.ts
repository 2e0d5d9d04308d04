import type { Clock } from "#platform/clock/clock.ts";
import { type Database, isConnectionFailure } from "#platform/db/database.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { listDueSubscriptions, postponeDue } from "./subscriptions.queries.ts";
import type { SubscriptionsService } from "./subscriptions.service.ts";

const batchMax = 100;
/** How late a bill may be. */
const pollMs = 5_000;
const postponedMs = 600_000;

/**
 * Renews due subscriptions, one transaction each. Idempotent and safe to run concurrently: a subscription is locked,
 * and each bill has one reference.
 */
export function createRenewalLoop(
  deps: { database: Database; clock: Clock; wake: Wake; log: Log },
  service: Pick<SubscriptionsService, "renew">,
): Loop {
  async function run(): Promise<boolean> {
    const now = deps.clock.now();
    const due = await listDueSubscriptions(deps.database, now, batchMax);
    let renewed = 0;
    for (const { tenant_id, id } of due) {
      try {
        if (await retryConflicts(() => deps.database.withTenant(tenant_id, (tx) => service.renew(tx, now, id)))) renewed += 1;
      } catch (error) {
        if (isConnectionFailure(error)) throw error;
        deps.log.error({ err: error, subscription: id }, "a subscription could not be renewed; it is retried");
        const at = new Date(now.getTime() + postponedMs);
        await deps.database.withTenant(tenant_id, (tx) => postponeDue(tx, id, at));
      }
    }
    if (renewed > 0) for (const topic of ["events", "billing"] as const) deps.wake.hint(topic);
    return due.length === batchMax && renewed > 0;
  }
  return createLoop({ name: "renewals", run, wake: deps.wake, topics: ["billing"], pollMs, log: deps.log });
}
