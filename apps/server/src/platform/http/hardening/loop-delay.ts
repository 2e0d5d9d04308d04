import { monitorEventLoopDelay } from "node:perf_hooks";

const resolutionMs = 10;
const everyMs = 500;
const idleSamplingMsMax = 10_000;

/**
 * The event loop's mean delay over the last half second. Measured only while it is being read: sampling a hundred times
 * a second costs a quarter of a percent of a core on an otherwise idle server.
 */
export function createLoopDelay() {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  let timer: NodeJS.Timeout | undefined;
  let delayMs = 0;
  let askedAt = 0;

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    histogram.disable();
    delayMs = 0;
  }

  function sample(): void {
    // Without any sample, the loop was blocked for the whole time.
    delayMs = histogram.count === 0 ? everyMs : Math.max(0, histogram.mean / 1e6 - resolutionMs);
    histogram.reset();
    if (performance.now() - askedAt > idleSamplingMsMax) stop();
  }

  return {
    ms(): number {
      askedAt = performance.now();
      if (timer === undefined) {
        histogram.enable();
        histogram.reset();
        timer = setInterval(sample, everyMs).unref();
      }
      return delayMs;
    },
    stop,
  };
}
