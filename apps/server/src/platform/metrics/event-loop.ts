import type { Log } from "../log/log.ts";
import type { HttpMetrics } from "./metrics.ts";

/** Measures how late this thread comes to what waits for it, and names what was being answered meanwhile. */
export interface LoopWatch {
  /** A request's route begins, or goes on, here. Answers how to say that it is answered. */
  begin(route: string): () => void;
  /** What computes now, until another says so. */
  at(route: string): void;
  start(): void;
  stop(): void;
}

/** Twenty look-ups of a clock a second, and nothing else at rest. */
const everyMs = 50;
const toldFromMs = 200;
const routesMax = 10;
/** Streams are open for hours and say nothing. */
const answerMsMax = 60_000;

export function createLoopWatch(deps: { log: Log; metrics: Pick<HttpMetrics, "delayed" | "stalled"> }): LoopWatch {
  const open = new Map<object, { route: string; since: number }>();
  let last: { route: string; since: number } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let due = 0;
  let cpu = process.threadCpuUsage();

  function look(): void {
    const now = performance.now();
    const delayMs = Math.max(0, now - due);
    deps.metrics.delayed(delayMs);
    if (delayMs > toldFromMs) {
      const began = now - delayMs - everyMs;
      const { user, system } = process.threadCpuUsage(cpu);
      const routes = new Set([...open.values()].flatMap(({ route, since }) => (now - since < answerMsMax ? [route] : [])));
      const route = last !== null && last.since >= began ? last.route : null;
      deps.metrics.stalled(route ?? "none");
      // Far less CPU than delay: the machine had no time for this process, or was asleep.
      deps.log.warn(
        { delayMs: Math.round(delayMs), cpuMs: Math.round((user + system) / 1_000), route, routes: [...routes].slice(0, routesMax) },
        "the event loop was held up",
      );
    }
    plan(now);
  }

  function plan(now: number): void {
    due = now + everyMs;
    cpu = process.threadCpuUsage();
    timer = setTimeout(look, everyMs).unref();
  }

  return {
    begin(route) {
      const key = {};
      last = { route, since: performance.now() };
      open.set(key, last);
      return () => open.delete(key);
    },
    at(route) {
      last = { route, since: performance.now() };
    },
    start() {
      clearTimeout(timer);
      plan(performance.now());
    },
    stop: () => clearTimeout(timer),
  };
}
