/** Waiting in tests: for a cause, never for a fixed time, and long enough for a machine that is ten times slower or stalls for a moment. */

export const patienceMs = 60_000;

/**
 * Retries every 25 ms until the probe returns something truthy. A probe that rejects because something is unreachable (a refused
 * connection, a restarting database, a timeout) counts as "not yet"; a failed assertion ends the wait immediately.
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
 * Verifies the guarantee for revoked keys: a request that starts a second after the revocation is refused. Counted from the start of each
 * request, so that a slow machine cannot break the guarantee but a longer cache does.
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
