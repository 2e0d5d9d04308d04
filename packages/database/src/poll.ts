import { setTimeout as delay } from "node:timers/promises";

/**
 * Asks `check` again and again until it gives something other than null, which is returned.
 * Returns null once `timeoutMs` has passed. `check` is asked at least once.
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
