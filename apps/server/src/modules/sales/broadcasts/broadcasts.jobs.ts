import type { Clock } from "#platform/clock/clock.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import { type Claimed, type Claims, rotateLanes } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { leadMs, type StepDeps, advanceBroadcast } from "./broadcast-step.ts";
import { type BroadcastRow, broadcastSource, findBroadcast, saveBroadcast } from "./broadcasts.queries.ts";
import { pause } from "./pausing.ts";

export interface BroadcastLoopDeps extends StepDeps {
  database: Database;
  claims: Claims;
  clock: Clock;
  wake: Wake;
  log: Log;
}

/**
 * If a process dies, its broadcast is delayed no longer than its messages in the channel's queue last. A longer step is
 * safe too: it holds the row, and the next claimer waits for that.
 */
const leaseMs = leadMs;
const perChannel = 4;
const channelsAtOnce = 8;
const stepsAtOnce = 2;
const pollMs = 200;
const triesMax = 5;
const retryMs = 1_000;

type Item = Claimed & { id: string };

/** Advances broadcasts, step by step. */
export function createBroadcastLoop(deps: BroadcastLoopDeps): Loop {
  const claim = rotateLanes<Item>(deps.claims, broadcastSource);
  async function run(): Promise<boolean | number> {
    const now = deps.clock.now();
    await deps.claims.returnExpired(broadcastSource, now);
    const claimed = await claim({ now, leaseMs, perLane: perChannel, lanes: channelsAtOnce });
    let progress = false;
    for (let i = 0; i < claimed.length; i += stepsAtOnce)
      for (const progressed of await Promise.all(claimed.slice(i, i + stepsAtOnce).map(step))) progress ||= progressed;
    if (progress) deps.wake.hint("outbound");
    return progress;
  }

  /** Locks the broadcast; null if the claim is no longer ours. */
  async function hold(tx: Tx, item: Item): Promise<BroadcastRow | null> {
    const row = await findBroadcast(tx, item.id, { lock: true, deleted: true });
    return row?.state === "leased" && row.attempts === item.attempts ? row : null;
  }

  async function step(item: Item): Promise<boolean> {
    const inTenant = <T>(fn: (tx: Tx) => Promise<T>) => retryConflicts(() => deps.database.withTenant(item.tenant_id, fn));
    try {
      return await inTenant(async (tx) => {
        const row = await hold(tx, item);
        return row === null ? false : advanceBroadcast(tx, deps.clock.now(), row, deps);
      });
    } catch (error) {
      // Others have used up the month's messages: the next step checks again.
      const outrun = error instanceof AppError && error.code === "entitlement_exceeded";
      if (!outrun) deps.log.error({ err: error, broadcastId: wireId("brd", item.id) }, "a step of a broadcast failed");
      await inTenant(async (tx) => {
        const row = await hold(tx, item);
        if (row === null) return;
        const now = deps.clock.now();
        if (!outrun) row.tries += 1;
        if (row.tries >= triesMax && row.status === "sending" && row.deleted_at === null)
          return pause(tx, deps.ids, now, row, "internal_error");
        row.state = "ready";
        row.run_at = new Date(now.getTime() + retryMs * 2 ** Math.min(row.tries, 8));
        await saveBroadcast(tx, now, row);
      });
      return false;
    }
  }

  return createLoop({ name: "broadcasts", run, wake: deps.wake, topics: ["broadcasts"], pollMs, log: deps.log });
}
