/**
 * The result of `work`, or a rejection as soon as the signal fires, so that hanging work blocks nobody. Its later
 * outcome is ignored.
 */
export async function abortable<T>(signal: AbortSignal, work: PromiseLike<T>): Promise<T> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
