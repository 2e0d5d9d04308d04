/**
 * How responsive a server is while a test does its worst: how long others wait for `/health/live`, and how long the server's thread
 * computes without a break.
 */
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

export interface HealthReport {
  probes: number;
  /** For `/health/live`, seen from another thread, in wall time: includes other load on the machine. */
  worstMs: number;
  /** The longest that this thread computed without a break, in CPU time, over all work: other load does not count. */
  longestMs: number;
}

export interface HealthWatch {
  /** For one piece of work: the longest that this thread computed without a break. */
  during(work: () => Promise<unknown>): Promise<number>;
  end(): Promise<HealthReport>;
}

const tickMs = 5;

/** The server runs in this thread; another one polls it. */
export async function watchHealth(url: string): Promise<HealthWatch> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url } });
  await new Promise((resolve) => worker.once("message", resolve));
  let longest = 0;
  let longestOfWork = 0;
  let cpu = process.threadCpuUsage();
  let at = performance.now();
  function begin(): void {
    cpu = process.threadCpuUsage();
    at = performance.now();
  }
  function probe(): void {
    const { user, system } = process.threadCpuUsage(cpu);
    // Between two polls there can be less CPU time than wall time (other load), but never more.
    longestOfWork = Math.max(longestOfWork, Math.min((user + system) / 1_000, performance.now() - at));
    begin();
  }
  const timer = setInterval(probe, tickMs);
  return {
    async during(work) {
      // Excludes what the test itself has computed so far.
      begin();
      longestOfWork = 0;
      await work();
      probe();
      longest = Math.max(longest, longestOfWork);
      return longestOfWork;
    },
    async end() {
      clearInterval(timer);
      const seen = new Promise<{ probes: number; worstMs: number }>((resolve) => worker.once("message", resolve));
      worker.postMessage("end");
      return { ...(await seen), longestMs: longest };
    },
  };
}

if (!isMainThread && parentPort !== null && (workerData as { url?: string } | null)?.url !== undefined) {
  const { url } = workerData as { url: string };
  const port = parentPort;
  let ended = false;
  let probes = 0;
  let worstMs = 0;
  port.once("message", () => {
    ended = true;
  });
  await (await fetch(`${url}/health/live`)).text();
  port.postMessage("begun");
  while (!ended) {
    const began = performance.now();
    const response = await fetch(`${url}/health/live`);
    await response.text();
    if (response.status !== 200) throw new Error(`/health/live answered ${response.status}`);
    worstMs = Math.max(worstMs, performance.now() - began);
    probes += 1;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  port.postMessage({ probes, worstMs });
}
