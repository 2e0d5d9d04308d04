import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const everyMs = 5_000;
/** Below this utilization the event loop has room for a garbage collection of some 50 ms. */
const utilizationMax = 0.25;
/** The minimum growth that is worth a collection. */
const grownBytesMin = 48 * 1_048_576;
/** Under a steady load the heap keeps growing: collect at most twice a minute. */
const gapMs = 30_000;

export interface MemoryWatch {
  start(): void;
  stop(): void;
}

/**
 * Releases memory left over from a load as soon as there is little to do. V8 collects the old generation only when it
 * grows, so after a load it would keep garbage for hours.
 */
export function createMemoryWatch(
  parts: {
    /** Share of the time in which the event loop was busy since the last call, 0 to 1. */
    utilization?: () => number;
    heapBytes?: () => number;
    nowMs?: () => number;
    collect?: () => void;
  } = {},
): MemoryWatch & { check(): boolean } {
  const {
    utilization = createUtilization(),
    heapBytes = () => getHeapStatistics().total_heap_size,
    nowMs = () => performance.now(),
  } = parts;
  const { collect = collectGarbage } = parts;
  let timer: NodeJS.Timeout | undefined;
  let leftBytes = 0;
  let collectedAt = Number.NEGATIVE_INFINITY;

  /** Returns whether it collected. */
  function check(): boolean {
    if (utilization() > utilizationMax || nowMs() - collectedAt < gapMs || heapBytes() - leftBytes < grownBytesMin) return false;
    collect();
    leftBytes = heapBytes();
    collectedAt = nowMs();
    return true;
  }

  return {
    check,
    start() {
      timer ??= setInterval(check, everyMs).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

function createUtilization(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

let gc: (() => void) | undefined;

function collectGarbage(): void {
  if (gc === undefined) {
    setFlagsFromString("--expose-gc");
    gc = runInNewContext("gc") as () => void;
  }
  gc();
}
