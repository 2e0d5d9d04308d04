import { retryConflicts } from "./conflicts.ts";
import { type Database, isConnectionFailure, type Tx } from "./database.ts";

/**
 * Group commit: concurrent small writes share one transaction and one flush to disk. While a lane is busy, further
 * items queue up; the next transaction takes a share of them (up to `batchMax`). Nothing waits for a timer, so a lone
 * request still costs one round trip. A batch that lost a deadlock is repeated unchanged. If it fails otherwise, each
 * item is repeated alone, so one bad item never fails its neighbours; if the connection fails, all are rejected.
 * Measured: bench/RESULTS.md (a); design: docs/adr/0005-group-commit.md.
 */
export interface Batcher<I, R> {
  /** Resolves after the commit that includes the item. */
  run(item: I): Promise<R>;
  /** Items not committed yet, queued or in a running transaction. */
  open(): number;
}

interface Entry<I, R> {
  item: I;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/** A smaller share is not worth its own transaction. */
const shareMin = 8;

export function createBatcher<I, R>(options: {
  /** Concurrent transactions: one's flush to disk overlaps another's work. */
  lanes: number;
  batchMax: number;
  /** One transaction. Results in the order of the items. May run again for the same items after a rollback. */
  commit(items: I[]): Promise<R[]>;
}): Batcher<I, R> {
  const queue: Entry<I, R>[] = [];
  let busy = 0;
  let running = 0;
  let starting = false;

  async function commitAll(batch: Entry<I, R>[]): Promise<void> {
    const results = await retryConflicts(() => options.commit(batch.map((entry) => entry.item)));
    for (const [i, entry] of batch.entries()) entry.resolve(results[i] as R);
  }

  async function drain(): Promise<void> {
    busy += 1;
    while (queue.length > 0) {
      const share = Math.max(shareMin, Math.ceil(queue.length / (options.lanes - busy + 1)));
      const batch = queue.splice(0, Math.min(options.batchMax, share));
      running += batch.length;
      start();
      try {
        await commitAll(batch);
      } catch (error) {
        // After a connection failure it is unknown whether the commit happened: repeating it could apply it twice.
        if (batch.length === 1 || isConnectionFailure(error)) for (const entry of batch) entry.reject(error);
        else for (const entry of batch) await commitAll([entry]).catch((failure) => entry.reject(failure));
      }
      running -= batch.length;
    }
    busy -= 1;
  }

  /**
   * Starts one more lane for the waiting items, after this turn of the event loop: requests that arrive in the same
   * turn join the transaction.
   */
  function start(): void {
    if (starting || busy >= options.lanes || queue.length === 0) return;
    starting = true;
    setImmediate(() => {
      starting = false;
      if (queue.length > 0 && busy < options.lanes) void drain();
    });
  }

  return {
    run(item) {
      return new Promise<R>((resolve, reject) => {
        queue.push({ item, resolve, reject });
        start();
      });
    },
    open: () => queue.length + running,
  };
}

/**
 * Group commit of tenants' writes: tenant by tenant in one transaction, each tenant's part under its own row-level
 * security.
 */
export interface GroupCommit<I, R> {
  run(tenantId: string, item: I): Promise<R>;
}

export function createGroupCommit<I, R>(options: {
  database: Pick<Database, "withTenants">;
  lanes: number;
  batchMax: number;
  execute(tx: Tx, items: I[]): Promise<R[]>;
}): GroupCommit<I, R> {
  const batcher = createBatcher<{ tenantId: string; item: I }, R>({
    lanes: options.lanes,
    batchMax: options.batchMax,
    async commit(batch) {
      const groups = new Map<string, number[]>();
      batch.forEach(({ tenantId }, i) => {
        const group = groups.get(tenantId);
        if (group === undefined) groups.set(tenantId, [i]);
        else group.push(i);
      });
      const results: R[] = new Array(batch.length);
      // Sorted, so that two lanes take locks in the same order and cannot deadlock.
      const pieces = [...groups]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([tenantId, members]) => ({
          tenantId,
          run: async (tx: Tx) => {
            const out = await options.execute(
              tx,
              members.map((i) => (batch[i] as { item: I }).item),
            );
            members.forEach((i, k) => {
              results[i] = out[k] as R;
            });
          },
        }));
      await options.database.withTenants(pieces);
      return results;
    },
  });
  return { run: (tenantId, item) => batcher.run({ tenantId, item }) };
}
