import type { Clock } from "#platform/clock/clock.ts";
import { type Database, isConnectionFailure } from "#platform/db/database.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import type { Log } from "#platform/log/log.ts";
import { billingActor } from "./actor.ts";
import type { Ledger } from "./ledger.ts";
import { listDueReservations, purgeReservations } from "./ledger.queries.ts";

const batchMax = 100;
/** How late money may be released. */
const pollMs = 5_000;

/**
 * Releases what is reserved for work that did not finish in time. Idempotent and safe to run concurrently: the ledger
 * ends each reservation once.
 */
export function createReservationLoop(deps: { database: Database; clock: Clock; wake: Wake; log: Log }, ledger: Ledger): Loop {
  async function run(): Promise<boolean> {
    const now = deps.clock.now();
    const due = await listDueReservations(deps.database, now, batchMax);
    let ended = 0;
    for (const { tenant_id, reference } of due) {
      try {
        if (await deps.database.withTenant(tenant_id, (tx) => ledger.expire({ tx, now, actor: billingActor }, reference))) ended += 1;
      } catch (error) {
        if (isConnectionFailure(error)) throw error;
        // A locked ledger of one organization does not delay the others; the reservation stays due.
        deps.log.error({ err: error, tenant: tenant_id }, "a reservation could not be ended");
      }
    }
    if (ended > 0) deps.log.warn({ reservations: ended }, "reservations of unfinished work were released");
    return due.length === batchMax && ended > 0;
  }
  return createLoop({ name: "reservations", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}

const purgeBatch = 5_000;
/** Longer than anybody repeats a settlement; the entries are kept for ever. */
const keptMs = 90 * 86_400_000;

/** Removes reservations that ended long ago. Idempotent. */
export function createReservationPurge(deps: { database: Database; clock: Clock }): ScheduledJob {
  return {
    name: "reservations",
    cron: "17 4 * * *",
    async run() {
      while (await purgeReservations(deps.database, new Date(deps.clock.now().getTime() - keptMs), purgeBatch));
    },
  };
}
