import { setTimeout as delay } from "node:timers/promises";

/**
 * Calls `check` at least once, and repeatedly until it returns something other than null, which is the result. Returns
 * null once `timeoutMs` has passed.
 */
export async function poll<T>(
  check: () => Promise<T | null> | T | null,
  { timeoutMs, everyMs }: { timeoutMs: number; everyMs: number },
): Promise<T | null> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await check();
    if (found !== null) return found;
    if (performance.now() >= deadline) return null;
    await delay(everyMs);
  }
}
