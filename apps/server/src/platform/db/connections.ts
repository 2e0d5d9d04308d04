/**
 * Keeps a pool's number of connections low. Each is a PostgreSQL process that caches catalogue entries and plans: up to
 * 20 MB.
 */
import type { Pool, PoolClient } from "pg";

/**
 * Hands out the connection that has been open longest: it has cached its plans and the catalogue. The pool itself hands
 * out the one released last. On an idle server, each pair of concurrent statements thus brought a new connection into
 * use, and the old one was closed with its caches: a fifth of a second of CPU a minute.
 */
export function preferOldest(pool: Pool): void {
  // Not in the pool's types; without it connections are handed out in the pool's own order.
  const { _idle: idle } = pool as unknown as { _idle?: { client: PoolClient }[] };
  if (!Array.isArray(idle)) return;
  const numbers = new WeakMap<PoolClient, number>();
  let last = 0;
  pool.on("connect", (client) => numbers.set(client, ++last));
  const numberOf = ({ client }: { client: PoolClient }) => numbers.get(client) ?? 0;
  const sort = () => idle.sort((a, b) => numberOf(b) - numberOf(a));
  // The pool emits the event before it puts the connection back, and takes from the end.
  pool.on("release", () => process.nextTick(sort));
}

/**
 * Takes connections of a pool. Before the pool opens another one, waits briefly for one to become free. Polling loops
 * coincide every few seconds, and each time opened a connection. `patienceMs`: less than opening one takes, more than
 * most statements do.
 */
export function patientConnect(pool: Pool, patienceMs = 3): () => Promise<PoolClient> {
  const waiting: (() => void)[] = [];
  // After the pool has put the connection back.
  pool.on("release", () => process.nextTick(() => waiting.shift()?.()));
  const released = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(proceed), 1);
        resolve();
      }, patienceMs);
      function proceed(): void {
        clearTimeout(timer);
        resolve();
      }
      waiting.push(proceed);
    });
  return async () => {
    const wouldOpen = pool.idleCount === 0 && pool.totalCount < pool.options.max;
    if (wouldOpen && pool.totalCount > 0) await released();
    return pool.connect();
  };
}
