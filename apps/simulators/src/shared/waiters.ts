/** The default maximum time of a wait: only a failing wait takes this long. */
export const waitMsMax = 60_000;

interface Waiter {
  check(): boolean;
  fail(error: Error): void;
}

/** Lets tests wait for a condition. Conditions are checked after changes, never on a timer. */
export class Waiters {
  readonly #open = new Set<Waiter>();

  /** Called by the owner after every change; costs nothing without waiters. */
  notify(): void {
    if (this.#open.size === 0) return;
    for (const waiter of this.#open) if (waiter.check()) this.#open.delete(waiter);
  }

  /**
   * Resolves with the first truthy result of `probe`; rejects after `timeoutMs`, naming `what`, or when `probe` throws.
   */
  waitFor<T>(probe: () => T, timeoutMs: number, what: () => string): Promise<NonNullable<T>> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        check: () => {
          try {
            const found = probe();
            if (!found) return false;
            clearTimeout(timer);
            resolve(found as NonNullable<T>);
          } catch (error) {
            clearTimeout(timer);
            reject(error);
          }
          return true;
        },
        fail: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      const timer = setTimeout(() => {
        this.#open.delete(waiter);
        reject(new Error(`nothing matched within ${timeoutMs} ms; ${what()}`));
      }, timeoutMs);
      if (!waiter.check()) this.#open.add(waiter);
    });
  }

  failAll(reason: string): void {
    for (const waiter of this.#open) waiter.fail(new Error(reason));
    this.#open.clear();
  }
}
