/** CPU time of this thread in milliseconds: other load on the machine does not count. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const triesMax = 5;

/**
 * Like cpuMsOf, for work that may be repeated: the lowest of up to five runs, stopping at the first below the limit. Garbage collection,
 * compilation, and another process on the core's second hyperthread count as CPU time too, but not every time.
 */
export async function leastCpuMsOf(boundMs: number, work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < triesMax && least >= boundMs; tries++) least = Math.min(least, await cpuMsOf(work));
  return least;
}
