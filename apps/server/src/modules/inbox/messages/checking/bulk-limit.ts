/** The priority of broadcast messages: they may wait for everything else. */
export const bulkPriority = 9;

const limitMin = 20;
/**
 * The limit shrinks when a message takes more than this many times as long as at rest, and at least this long: an agent's reply would be
 * delayed as much.
 */
const slowTimes = 2.5;
const slowMs = 200;
const windowMs = 30_000;

interface Pace {
  since: number;
  fastestMs: number;
  fastestBeforeMs: number;
}

/**
 * Limits how many broadcast messages a process sends at a time. A process slower than its configured number suggests (because of its cores
 * or its database) would otherwise hold hundreds: agents' messages would wait behind them, and if the process died, the outcome of all of
 * them would be unknown. The limit grows while messages take about as long as the recent best, and shrinks when they take much longer. Each
 * channel is compared only with itself, because a slow platform is no reason to shrink.
 */
export function createBulkLimit(options: { max: number; nowMs?: () => number }) {
  const nowMs = options.nowMs ?? (() => performance.now());
  const paces = new Map<string, Pace>();
  let limit = limitMin;
  let inFlight = 0;
  let wasFull = false;
  let seen = 0;
  let times = 0;
  let totalMs = 0;

  function slowdownFactor(channelId: string, ms: number, at: number): number {
    let pace = paces.get(channelId);
    if (pace === undefined || at - pace.since > 2 * windowMs) {
      pace = { since: at, fastestMs: ms, fastestBeforeMs: ms };
      paces.set(channelId, pace);
    } else if (at - pace.since > windowMs) {
      Object.assign(pace, { since: at, fastestMs: ms, fastestBeforeMs: pace.fastestMs });
    }
    pace.fastestMs = Math.min(pace.fastestMs, ms);
    return ms / Math.max(1, Math.min(pace.fastestMs, pace.fastestBeforeMs));
  }

  function adjust(): void {
    const tooLong = times / seen > slowTimes && totalMs / seen > slowMs;
    if (tooLong) limit = Math.max(limitMin, Math.floor(limit * 0.8));
    else if (wasFull) limit = Math.min(options.max, Math.ceil(limit * 1.25));
    wasFull = false;
    seen = times = totalMs = 0;
    // Channels without recent messages are dropped.
    if (paces.size > 1_000) for (const [id, pace] of paces) if (nowMs() - pace.since > 2 * windowMs) paces.delete(id);
  }

  return {
    /** How many more may be claimed now. */
    capacity(): number {
      const capacity = Math.max(0, limit - inFlight);
      if (capacity === 0) wasFull = true;
      return capacity;
    },
    /** A message is in flight until the returned function is called, after its outcome is stored. */
    begin(channelId: string): () => void {
      const since = nowMs();
      inFlight += 1;
      return () => {
        const at = nowMs();
        inFlight -= 1;
        seen += 1;
        totalMs += at - since;
        times += slowdownFactor(channelId, at - since, at);
        if (seen >= limit) adjust();
      };
    },
    get limit(): number {
      return limit;
    },
  };
}
