/** The process's timers: tests inject theirs and fire them by hand, so that no test waits in real time. */
export interface Timers {
  /** Calls `fire` once after that many milliseconds, unless the returned function is called first. */
  after(ms: number, fire: () => void): () => void;
}

export const systemTimers: Timers = {
  after(ms, fire) {
    const timer = setTimeout(fire, ms);
    return () => clearTimeout(timer);
  },
};

/** Timers that fire only on command. */
export interface ManualTimers extends Timers {
  /** Fires all timers due within that many milliseconds. Returns how many. */
  fire(msMax: number): number;
  /** Durations of the pending timers. */
  pending(): number[];
}

export function createManualTimers(): ManualTimers {
  const waits = new Set<{ ms: number; fire: () => void }>();
  return {
    after(ms, fire) {
      const wait = { ms, fire };
      waits.add(wait);
      return () => waits.delete(wait);
    },
    fire(msMax) {
      const due = [...waits].filter((wait) => wait.ms <= msMax);
      for (const wait of due) {
        waits.delete(wait);
        wait.fire();
      }
      return due.length;
    },
    pending: () => [...waits].map((wait) => wait.ms),
  };
}
