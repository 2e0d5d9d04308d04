/** Waiting in tests: for a cause, never for a time, and long enough for a machine that is ten times slower or stands still for a moment. */

export const patienceMs = 60_000;

/**
 * Looks again every 25 ms until the probe answers something truthy. A probe that rejects as something away does (a refused
 * connection, a database that restarts, a time-out) counts as "not yet"; a failed assertion ends the wait at once.
 */
export async function eventually<T>(what: string, probe: () => T | Promise<T>, timeoutMs = patienceMs): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      last = await probe();
      if (last) return last as NonNullable<T>;
    } catch (error) {
      last = error;
      if (!(error instanceof TypeError) && (error as { name?: string }).name !== "TimeoutError" && !isDatabaseAway(error)) throw error;
    }
    if (performance.now() > deadline) {
      throw new Error(`not within ${timeoutMs} ms: ${what}; last seen: ${last instanceof Error ? last.message : JSON.stringify(last)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function isDatabaseAway(error: unknown): boolean {
  return /^(57P|08|ECONN|ENOENT|EPIPE)/.test(String((error as { code?: unknown }).code)) || /Connection terminated/.test(String(error));
}

/**
 * The promise of a revoked key: a request that begins a second after the revocation is refused. Counted from the beginning
 * of each request, so that a slow machine cannot break the promise and a longer cache does.
 */
export async function refusedWithinASecond(statusOfARequest: () => Promise<number>): Promise<void> {
  const revokedAt = performance.now();
  for (;;) {
    const begunMs = performance.now() - revokedAt;
    if ((await statusOfARequest()) === 401) return;
    if (begunMs > 1_000) throw new Error(`a request that began ${Math.round(begunMs)} ms after the revocation was let through`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
