/** How a server fares while a test does its worst: what others wait for `/health/live`, and how long the server's thread computes in one go. */
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

export interface Fared {
  looks: number;
  /** Of `/health/live`, seen from another thread, in wall time: whatever else the machine does counts. */
  worstMs: number;
  /** The longest that this thread computed without letting others in, in CPU time, of all work: foreign load does not count. */
  longestMs: number;
}

export interface HealthWatch {
  /** Of a piece of work alone: the longest that this thread computed in one go. */
  during(work: () => Promise<unknown>): Promise<number>;
  end(): Promise<Fared>;
}

const tickMs = 5;

/** The server runs in this thread; who looks at it in another. */
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
  function look(): void {
    const { user, system } = process.threadCpuUsage(cpu);
    // Between two looks there can be less CPU time than wall time (foreign load), and never more.
    longestOfWork = Math.max(longestOfWork, Math.min((user + system) / 1_000, performance.now() - at));
    begin();
  }
  const timer = setInterval(look, tickMs);
  return {
    async during(work) {
      // What the test itself computed until now is no part of it.
      begin();
      longestOfWork = 0;
      await work();
      look();
      longest = Math.max(longest, longestOfWork);
      return longestOfWork;
    },
    async end() {
      clearInterval(timer);
      const seen = new Promise<{ looks: number; worstMs: number }>((resolve) => worker.once("message", resolve));
      worker.postMessage("end");
      return { ...(await seen), longestMs: longest };
    },
  };
}

if (!isMainThread && parentPort !== null && (workerData as { url?: string } | null)?.url !== undefined) {
  const { url } = workerData as { url: string };
  const port = parentPort;
  let ended = false;
  let looks = 0;
  let worstMs = 0;
  port.once("message", () => {
    ended = true;
  });
  await (await fetch(`${url}/health/live`)).text();
  port.postMessage("begun");
  while (!ended) {
    const began = performance.now();
    const answer = await fetch(`${url}/health/live`);
    await answer.text();
    if (answer.status !== 200) throw new Error(`/health/live answered ${answer.status}`);
    worstMs = Math.max(worstMs, performance.now() - began);
    looks += 1;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  port.postMessage({ looks, worstMs });
}
