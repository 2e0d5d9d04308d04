import type { Log } from "../log/log.ts";
import type { HttpMetrics } from "./metrics.ts";

/** Measures this thread's event loop delay, and names the route that was running at the time. */
export interface LoopWatch {
  /** A request's route starts, or continues, here. Returns a function to call once it is answered. */
  begin(route: string): () => void;
  /** Sets the route that is computing now. */
  at(route: string): void;
  /** The recent delay: the mean over half a second. */
  delayMs(): number;
  start(): void;
  stop(): void;
}

const everyMs = 50;
/** While the installation is at rest and no request arrives, because each check wakes a sleeping process. */
const restEveryMs = 1_000;
const meanOfMs = 500;
const logFromMs = 200;
const routesMax = 10;
/** Streams are open for hours without doing anything. */
const answerMsMax = 60_000;

export function createLoopWatch(deps: {
  log: Log;
  metrics: Pick<HttpMetrics, "delayed" | "stalled">;
  /** Absent: never. */
  atRest?: () => boolean;
}): LoopWatch {
  const open = new Map<object, { route: string; since: number }>();
  let last: { route: string; since: number } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let started = false;
  let due = 0;
  /** The planned time of the next check. */
  let plannedAt = 0;
  let sleeps = false;
  let requestSeen = false;
  let mean = 0;
  let seen = { since: 0, delaysMs: 0, looks: 0 };
  let cpu = process.threadCpuUsage();

  function sample(): void {
    const now = performance.now();
    const delayMs = Math.max(0, now - due);
    deps.metrics.delayed(delayMs);
    note(now, delayMs);
    if (delayMs > logFromMs) {
      const began = plannedAt;
      const { user, system } = process.threadCpuUsage(cpu);
      const routes = new Set([...open.values()].flatMap(({ route, since }) => (now - since < answerMsMax ? [route] : [])));
      const route = last !== null && last.since >= began ? last.route : null;
      deps.metrics.stalled(route ?? "none");
      // Much less CPU time than delay means that the machine gave this process no time, or was asleep.
      deps.log.warn(
        { delayMs: Math.round(delayMs), cpuMs: Math.round((user + system) / 1_000), route, routes: [...routes].slice(0, routesMax) },
        "the event loop was blocked",
      );
    }
    plan(now);
  }

  function note(now: number, delayMs: number): void {
    seen.delaysMs += delayMs;
    seen.looks += 1;
    if (now - seen.since < meanOfMs) return;
    mean = seen.delaysMs / seen.looks;
    seen = { since: now, delaysMs: 0, looks: 0 };
  }

  function plan(now: number): void {
    sleeps = !requestSeen && deps.atRest?.() === true;
    requestSeen = false;
    const nextMs = sleeps ? restEveryMs : everyMs;
    plannedAt = now;
    due = now + nextMs;
    cpu = process.threadCpuUsage();
    timer = setTimeout(sample, nextMs).unref();
  }

  /** A request arrived: check often from now on. */
  function onRequest(now: number): void {
    requestSeen = true;
    if (!sleeps || !started) return;
    clearTimeout(timer);
    // The last measurement is outdated.
    mean = 0;
    seen = { since: now, delaysMs: 0, looks: 0 };
    plan(now);
  }

  return {
    begin(route) {
      const key = {};
      last = { route, since: performance.now() };
      open.set(key, last);
      onRequest(last.since);
      return () => open.delete(key);
    },
    at(route) {
      last = { route, since: performance.now() };
    },
    delayMs: () => mean,
    start() {
      clearTimeout(timer);
      started = true;
      const now = performance.now();
      seen = { since: now, delaysMs: 0, looks: 0 };
      plan(now);
    },
    stop() {
      started = false;
      clearTimeout(timer);
    },
  };
}
