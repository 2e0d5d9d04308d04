/** A place where others join what somebody does, in the order in which they join. */
export interface Hooks<T> {
  join(...more: T[]): void;
  /** Throws before everybody had the chance to join: who asks too early would miss some. */
  list(): readonly T[];
  /** Nobody joins any more. */
  close(): void;
}

/**
 * For arrows that would have to turn back: contacts know nothing of deals, and a merge of contacts moves deals all the same. `name`: for
 * messages. Read when it is needed, never while the app is being made.
 */
export function createHooks<T>(name: string): Hooks<T> {
  const joined: T[] = [];
  let closed = false;
  return {
    join(...more) {
      if (closed) throw new Error(`${name}: nobody joins after the app is made`);
      joined.push(...more);
    },
    list() {
      if (!closed) throw new Error(`${name}: asked before the app is made`);
      return joined;
    },
    close() {
      closed = true;
    },
  };
}
