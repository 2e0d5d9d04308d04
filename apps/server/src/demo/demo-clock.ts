import type { Clock } from "../platform/clock/clock.ts";

/** How far the demo lives ahead of real time. Only the demo makes one: a server without it has a clock nobody can move. */
export class DemoClock {
  #offsetMs: number;

  constructor(offsetMs: number) {
    this.#offsetMs = offsetMs;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Never back: rows already carry later times. */
  advance(ms: number): void {
    if (!Number.isSafeInteger(ms) || ms < 0) throw new Error("time moves forward by whole milliseconds");
    this.#offsetMs += ms;
  }

  around(clock: Clock): Clock {
    return { now: () => new Date(clock.now().getTime() + this.#offsetMs) };
  }
}
