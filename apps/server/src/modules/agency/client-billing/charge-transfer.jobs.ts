import { billingActor, type Ledger } from "#modules/money/billing/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { type Database, isConnectionFailure } from "#platform/db/database.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { type Claims, rotateLanes } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { chargeSource, type ClaimedCharge, purgeCharges, settleCharge, wasErased } from "./client-billing.queries.ts";

export interface ChargeTransferDeps {
  database: Database;
  claims: Claims;
  clock: Clock;
  wake: Wake;
  log: Log;
  ledger: Pick<Ledger, "bookClient">;
}

const leaseMs = 60_000;
const perTenant = 20;
const tenantsAtOnce = 10;
const pollMs = 2_000;
const retryMsFirst = 5_000;
/** How late a failed charge may be retried, and how late incoming money may be noticed. */
const retryMsMax = 300_000;
const purgeBatch = 5_000;
const keptMs = 90 * 86_400_000;

/**
 * Books clients' usage in their agencies' ledgers: claimed, booked in the agency's tenant, settled in the client's, in three transactions,
 * none of which touches both. What was booked before a crash is recognised there by its reference and not booked again.
 */
export function createChargeTransfer(deps: ChargeTransferDeps): { loop: Loop; job: ScheduledJob; queue: Queue } {
  const { database, clock } = deps;
  const claim = rotateLanes<ClaimedCharge>(deps.claims, chargeSource);

  async function transfer(charge: ClaimedCharge): Promise<void> {
    const now = clock.now();
    let erased = false;
    try {
      erased = await database.withTenant(charge.agency_id, wasErased);
      if (!erased)
        await retryConflicts(() =>
          database.withTenant(charge.agency_id, (tx) =>
            deps.ledger.bookClient(
              { tx, now, actor: billingActor },
              {
                chargeId: charge.id,
                clientId: charge.tenant_id,
                mode: charge.mode,
                cost: charge.cost,
                billed: charge.billed,
                month: charge.month,
                reason: charge.reason,
              },
            ),
          ),
        );
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      const unfunded = error instanceof AppError && error.code === "insufficient_credits";
      if (!unfunded) deps.log.error({ err: error, charge: charge.id }, "a client's usage could not be charged; it is retried");
      const waitMs = Math.min(retryMsMax, retryMsFirst * 2 ** Math.min(charge.attempts - 1, 10));
      const outcome = { done: false as const, runAt: new Date(now.getTime() + waitMs), unfunded };
      await database.withTenant(charge.tenant_id, (tx) =>
        settleCharge(tx, charge, { ...outcome, error: unfunded ? "insufficient_credits" : "internal_error" }),
      );
      return;
    }
    await database.withTenant(charge.tenant_id, (tx) =>
      settleCharge(tx, charge, { done: true, ...(erased ? { error: "agency_erased" } : {}) }),
    );
  }

  async function run(): Promise<boolean> {
    const now = clock.now();
    await deps.claims.returnExpired(chargeSource, now);
    const claimed = await claim({ now, leaseMs, perLane: perTenant, lanes: tenantsAtOnce });
    // One after the other within an agency: they would only wait for the lock on its balance.
    await Promise.all(
      [...Map.groupBy(claimed, (charge) => charge.agency_id).values()].map(async (charges) => {
        for (const charge of charges) await transfer(charge);
      }),
    );
    if (claimed.length > 0) for (const topic of ["events", "billing", "mail"] as const) deps.wake.hint(topic);
    return claimed.length > 0;
  }

  return {
    loop: createLoop({ name: "client charges", run, wake: deps.wake, topics: [], pollMs, log: deps.log }),
    job: {
      name: "client-charges",
      cron: "27 4 * * *",
      async run() {
        while (await purgeCharges(database, new Date(clock.now().getTime() - keptMs), purgeBatch));
      },
    },
    queue: createQueue(database, { name: "client-charges", tables: ["client_charges"], topic: "billing" }),
  };
}
