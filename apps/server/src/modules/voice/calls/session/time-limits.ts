import type { EndReason } from "../calls.schema.ts";
import type { SessionPorts } from "./session.types.ts";

/** The next minute is reserved before the current one is over. */
const minuteMs = 60_000;
const payAheadMs = 10_000;
const warnAheadMs = 30_000;

/** Ends a call when its time or money runs out, after warning the caller. */
export function createTimeLimits(given: {
  maxDurationSeconds: number;
  later(ms: number, run: () => void): () => void;
  nextMinute: SessionPorts["nextMinute"];
  isLive(): boolean;
  warn(): void;
  end(reason: EndReason): void;
}) {
  const { later } = given;

  async function payFor(minute: number): Promise<void> {
    const paid = await given.nextMinute(minute);
    if (!given.isLive()) return;
    if (paid === "taken") later(minuteMs, () => void payFor(minute + 1));
    else given.end(paid);
  }

  return {
    /** The first minute is reserved. */
    begin(): void {
      const durationMs = given.maxDurationSeconds * 1_000;
      later(Math.max(0, durationMs - warnAheadMs), () => (given.isLive() ? given.warn() : undefined));
      later(durationMs, () => given.end("max_duration"));
      later(minuteMs - payAheadMs, () => void payFor(2));
    },
  };
}
