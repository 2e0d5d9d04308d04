import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { ClaimHolder } from "#platform/jobs/claim.ts";
import { createLoop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { ChannelAnswering } from "./answering.ts";
import { claimReleases, claimRinging } from "./channel-calls.queries.ts";
import type { Releasing } from "./releasing.ts";

const pollMs = 1_000;
/** How many calls are answered or released at once; the others wait, or go to another process. */
const atOnceMax = 100;
/** If a process dies while reporting a call's end, another reports it after this. */
const releaseLeaseMs = 30_000;

/**
 * Answers ringing calls, and reports the end of those that are over. A round waits for neither, so that a slow
 * provider does not keep other callers waiting.
 */
export function createChannelLoop(
  deps: { database: Database; clock: Clock; wake: Wake; log: Log; holding: ClaimHolder },
  parts: { answering: ChannelAnswering; releasing: Releasing },
) {
  const working = new Set<Promise<void>>();

  function begin(work: Promise<void>, callId: string, what: string): void {
    const settled = work
      .catch((error: unknown) => deps.log.error({ err: error, callId: wireId("call", callId) }, what))
      .finally(() => working.delete(settled));
    working.add(settled);
  }

  const loop = createLoop({
    name: "channel calls",
    wake: deps.wake,
    topics: ["calls"],
    pollMs,
    log: deps.log,
    async run() {
      const room = atOnceMax - working.size;
      if (room <= 0) return false;
      const now = deps.clock.now();
      // Another process may answer them, or this one as soon as it has its number again.
      const ringing = deps.holding.current() === null ? [] : await claimRinging(deps.database, now, room);
      for (const { tenant_id: tenantId, call_id: id } of ringing)
        begin(parts.answering.answer(tenantId, id), id, "a channel's call could not be answered; it ends when its lease expires");
      const left = room - ringing.length;
      const over = left <= 0 ? [] : await claimReleases(deps.database, now, new Date(now.getTime() + releaseLeaseMs), left);
      for (const { tenant_id: tenantId, call_id: id, release_attempts: attempts } of over)
        begin(parts.releasing.release(tenantId, id, attempts), id, "the end of a call could not be reported; it is retried");
      return ringing.length + over.length > 0;
    },
  });

  return {
    loop,
    async idle(): Promise<void> {
      while (working.size > 0) await Promise.all(working);
    },
  };
}
