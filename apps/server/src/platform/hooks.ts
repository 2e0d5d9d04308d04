/** An extension point: modules add handlers, which run in the order in which they were added. */
export interface Hooks<T> {
  add(...more: T[]): void;
  /** Throws until joining is closed, because an early reader would miss some. */
  list(): readonly T[];
  /** From now on nothing can join. */
  close(): void;
}

/**
 * For dependencies that would be circular: contacts know nothing of deals, but a merge of contacts moves deals. `name`:
 * for error messages. Read the list when needed, never while the app is being created.
 */
export function createHooks<T>(name: string): Hooks<T> {
  const joined: T[] = [];
  let closed = false;
  return {
    add(...more) {
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
