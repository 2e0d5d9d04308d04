/** How long this thread computed, in milliseconds: foreign load on the machine does not count. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const triesMax = 5;

/**
 * As cpuMsOf, of work that may be repeated: the least of at most five runs, and of one where that is below the bound. Collecting garbage,
 * compiling, and another process in the other half of the core count as computing too, but not each time.
 */
export async function leastCpuMsOf(boundMs: number, work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < triesMax && least >= boundMs; tries++) least = Math.min(least, await cpuMsOf(work));
  return least;
}
