import type { Clock } from "../platform/clock/clock.ts";

/** How far the demo is ahead of real time. Only the demo creates one: without it a server's clock cannot be moved. */
export class DemoClock {
  #offsetMs: number;

  constructor(offsetMs: number) {
    this.#offsetMs = offsetMs;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Never back, because rows already have later times. */
  advance(ms: number): void {
    if (!Number.isSafeInteger(ms) || ms < 0) throw new Error("time moves forward by whole milliseconds");
    this.#offsetMs += ms;
  }

  wrap(clock: Clock): Clock {
    return { now: () => new Date(clock.now().getTime() + this.#offsetMs) };
  }
}
