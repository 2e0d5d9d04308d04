/** The only source of time. Tests advance a manual clock; the server follows the database's clock (see syncedClock). */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/**
 * This machine's clock corrected to the database's, so that processes on hosts with different clocks share one time,
 * and a wrong host clock sends nothing early or late. `measure` returns the database's time in epoch milliseconds.
 */
export function createSyncedClock(measure: () => Promise<number>): Clock & { sync(): Promise<number> } {
  // Continues evenly when the machine's clock is set; the database corrects it.
  const machineMs = () => performance.timeOrigin + performance.now();
  let offsetMs = 0;
  return {
    now: () => new Date(machineMs() + offsetMs),
    async sync() {
      const before = machineMs();
      const database = await measure();
      const after = machineMs();
      const measured = database - (before + after) / 2;
      // Small differences are measurement noise; following them would make time run unevenly.
      if (Math.abs(measured - offsetMs) > 50) offsetMs = Math.round(measured);
      return offsetMs;
    },
  };
}

export interface ManualClock extends Clock {
  advance(ms: number): void;
  set(at: Date): void;
}

/** Starts at `start`; advances only by `advance`. */
export function createManualClock(start = new Date()): ManualClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (ms) => {
      at += ms;
    },
    set: (to) => {
      at = to.getTime();
    },
  };
}
