import { setTimeout as sleep } from "node:timers/promises";
import { isConnectionFailure } from "#platform/db/database.ts";
import type { Log } from "#platform/log/log.ts";
import { backoffMs } from "#platform/retry/schedule.ts";
import { callMaxMs } from "./dispatch.leases.ts";

const triesMax = 10;

/**
 * The outcome of a call must be stored: while the database is unreachable, the row stays leased and the outcome stays in memory, for as
 * long as a call may take. Other failures are given up after some attempts.
 */
export async function storeOutcome(
  store: () => Promise<void>,
  deps: { log: Pick<Log, "warn">; random(): number; nowMs?(): number; pause?(ms: number): Promise<unknown> },
): Promise<void> {
  const { nowMs = () => performance.now(), pause = sleep } = deps;
  const since = nowMs();
  for (let attempt = 1; ; attempt++) {
    try {
      return await store();
    } catch (error) {
      if (isConnectionFailure(error) ? nowMs() - since >= callMaxMs : attempt >= triesMax) throw error;
      deps.log.warn({ err: error, attempt }, "the outcome of a send is not stored yet; it is retried");
      await pause(backoffMs(attempt, { baseMs: 200, maxMs: 5_000, random: deps.random }));
    }
  }
}
