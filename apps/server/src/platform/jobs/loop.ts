import * as crypto from "node:crypto";
import type { Log } from "../log/log.ts";
import type { Rest, Topic, Wake } from "./wake.ts";

/**
 * Each loop has its own interval, so that they do not all query at once: that would briefly use, and then keep open,
 * every connection.
 */
const restPollOf = (name: string) => 100_000 + (crypto.hash("sha1", name, "buffer").readUInt16BE() % 50_000);

/** Background work that runs again and again: on a wake-up, on its poll, and immediately while there is more. */
export interface Loop {
  readonly name: string;
  start(): void;
  /** Lets the current round finish, then stops. */
  stop(): Promise<void>;
  /** Runs one round now (tests) and returns its result. Never runs concurrently with another round of the same loop. */
  once(): Promise<boolean | number>;
  /** Its result depends on this process's memory, not only on the database, the clock and wake-ups. */
  readonly dependsOnMemory: boolean;
  /** Calls the listener on each of its wake-ups, whether it is started or not. */
  onHint(listener: () => void): void;
}

export function createLoop(options: {
  name: string;
  /**
   * Runs one round. Returns true if there may be more right away; a number of milliseconds if there is more by then
   * (wake-ups do not shorten that: under load they arrive all the time, and a round that can do little costs as much as
   * one that does a lot); false to wait for a wake-up or the poll. Must be safe to run beside the same loop in other
   * processes.
   */
  run(): Promise<boolean | number>;
  wake: Pick<Wake, "on"> & Partial<Rest>;
  topics: Topic[];
  /** What else wakes it; returns a function that unsubscribes. */
  alsoOn?(listener: () => void): () => void;
  pollMs: number;
  /**
   * Its poll interval while the installation is at rest. Anything due in a queue ends the rest within a second
   * (due-watch.ts).
   */
  restPollMs?: number;
  /** See Loop. */
  dependsOnMemory?: boolean;
  log: Log;
}): Loop {
  const restPollMs = options.restPollMs ?? restPollOf(options.name);
  let running: Promise<boolean | number> | undefined;
  let started = false;
  let again = false;
  let resting = false;
  /** Waiting for the longer poll interval. */
  let pollingRarely = false;
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  const unsubscribe: (() => void)[] = [];

  async function round(): Promise<boolean | number> {
    while (running !== undefined) await running.catch(() => undefined);
    running = options.run();
    try {
      return await running;
    } finally {
      running = undefined;
    }
  }

  function schedule(delayMs: number): void {
    if (!started) return;
    clearTimeout(timer);
    clearImmediate(immediate);
    // A timer of 0 waits a millisecond or more, too long for an urgent wake-up.
    if (delayMs === 0) immediate = setImmediate(runRound);
    else timer = setTimeout(runRound, delayMs);
  }

  /** Waits for the next round if nothing requests one. */
  function waitForPoll(): void {
    pollingRarely = options.wake.atRest?.() === true;
    schedule(pollingRarely ? Math.max(options.pollMs, restPollMs) : options.pollMs);
  }

  function runRound(): void {
    pollingRarely = false;
    if (!started) return;
    if (running !== undefined) {
      again = true;
      return;
    }
    again = false;
    resting = false;
    round().then(
      (more) => {
        resting = typeof more === "number";
        if (typeof more === "number") schedule(Math.min(more, options.pollMs));
        else if (more || again) schedule(0);
        else waitForPoll();
      },
      (error) => {
        options.log.error({ err: error, loop: options.name }, "a background loop failed; it runs again");
        schedule(Math.max(options.pollMs, 500));
      },
    );
  }

  return {
    name: options.name,
    start() {
      if (started) return;
      started = true;
      const hinted = () => {
        again = true;
        if (running === undefined && !resting) schedule(0);
      };
      for (const topic of options.topics) unsubscribe.push(options.wake.on(topic, hinted));
      if (options.alsoOn !== undefined) unsubscribe.push(options.alsoOn(hinted));
      const onActivity = () => {
        if (pollingRarely && running === undefined) schedule(options.pollMs);
        pollingRarely = false;
      };
      if (options.wake.onActivity !== undefined) unsubscribe.push(options.wake.onActivity(onActivity));
      schedule(0);
    },
    async stop() {
      started = false;
      clearTimeout(timer);
      clearImmediate(immediate);
      for (const off of unsubscribe.splice(0)) off();
      await running?.catch(() => undefined);
    },
    once: round,
    dependsOnMemory: options.dependsOnMemory === true,
    onHint(listener) {
      for (const topic of options.topics) options.wake.on(topic, listener);
    },
  };
}
