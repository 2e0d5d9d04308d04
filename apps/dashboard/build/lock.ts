import { readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

const everyMs = 100;
const patienceMs = 10 * 60_000;

/**
 * Runs `work` while no other process of this machine runs its own under the same file. A process that ended without releasing the lock no
 * longer holds it.
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + patienceMs;
  while (!(await take(path))) {
    if (performance.now() > until) throw new Error(`${path} has been held for ${patienceMs / 60_000} minutes`);
    await wait(everyMs);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const holder = Number(await readFile(path, "utf8").catch(() => ""));
  // 0: being written or released at this moment.
  if (holder > 0 && !isRunning(holder)) await rm(path, { force: true });
  return false;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
