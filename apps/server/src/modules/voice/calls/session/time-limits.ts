import type { EndReason } from "../calls.schema.ts";
import type { SessionPorts } from "./session.types.ts";

/** The next minute is reserved before the current one is over. */
const minuteMs = 60_000;
const payAheadMs = 10_000;
/** Attempts to pay for a minute end before it begins. */
const payAgainMs = 2_000;
const attemptsMax = 4;
const warnAheadMs = 30_000;

/** Ends a call when its time or money runs out, after warning the caller. */
export function createTimeLimits(deps: {
  maxDurationSeconds: number;
  later(ms: number, run: () => void): () => void;
  nextMinute: SessionPorts["nextMinute"];
  isLive(): boolean;
  warn(): void;
  end(reason: EndReason): void;
  /** A minute could be neither paid for nor refused. */
  fail(): void;
}) {
  const { later } = deps;

  async function payFor(minute: number, attempt = 1): Promise<void> {
    const paid = await deps.nextMinute(minute);
    if (!deps.isLive()) return;
    const aheadMs = (attempt - 1) * payAgainMs;
    if (paid === "taken") later(minuteMs - aheadMs, () => void payFor(minute + 1));
    else if (paid !== "failed") deps.end(paid);
    else if (attempt < attemptsMax) later(payAgainMs, () => void payFor(minute, attempt + 1));
    else deps.fail();
  }

  return {
    /** The first minute is reserved. */
    begin(): void {
      const durationMs = deps.maxDurationSeconds * 1_000;
      later(Math.max(0, durationMs - warnAheadMs), () => (deps.isLive() ? deps.warn() : undefined));
      later(durationMs, () => deps.end("max_duration"));
      later(minuteMs - payAheadMs, () => void payFor(2));
    },
  };
}
