import { backoffMs } from "#platform/retry/schedule.ts";
import type { InboundRow, Verdict } from "./callbacks.queries.ts";

const attemptsMax = 8;
/** How long an event waits for the message it refers to (channel-protocols.md 1.5: some minutes). */
const orphanMs = 10 * 60_000;

/** The verdict on a row that could not be processed: retried with growing delays, finally failed. */
export function retryLater(row: InboundRow, now: Date, reason: string, random: () => number): Verdict {
  const final = row.attempts >= attemptsMax;
  const waitMs = backoffMs(row.attempts, { baseMs: 1_000, maxMs: 300_000, random });
  return {
    ...keyOf(row),
    state: final ? "failed" : "ready",
    run_at: new Date(now.getTime() + waitMs).toISOString(),
    last_error: reason.slice(0, 500),
  };
}

export function close(row: InboundRow, now: Date, state: "processed" | "ignored", reason: string | null = null): Verdict {
  return { ...keyOf(row), state, run_at: now.toISOString(), last_error: reason };
}

/** The verdict on a row whose message is not stored (yet). */
export function waitForTarget(row: InboundRow, now: Date): Verdict {
  const ageMs = now.getTime() - row.received_at.getTime();
  if (isOrphaned(row, now)) return close(row, now, "ignored", "the message it refers to never arrived");
  return {
    ...keyOf(row),
    state: "ready",
    run_at: new Date(now.getTime() + Math.min(30_000, Math.max(500, ageMs))).toISOString(),
    last_error: null,
  };
}

/** Whether the message it refers to will no longer arrive. */
export function isOrphaned(row: InboundRow, now: Date): boolean {
  return now.getTime() - row.received_at.getTime() > orphanMs;
}

function keyOf(row: InboundRow) {
  return { channel_id: row.channel_id, provider_event_id: row.provider_event_id };
}
