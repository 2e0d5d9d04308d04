import { storageKey } from "#modules/channels/media/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { type Database, sqlState, type Statement } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import { type Claimed, type Claims, rotateLanes } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { MediaStorage } from "#platform/storage/storage.ts";
import type { Tables } from "#platform/tables.ts";
import * as queries from "./erasure.queries.ts";
import { sealOf } from "./seal.ts";

export interface ErasureLoopDeps {
  database: Database;
  storage: MediaStorage;
  clock: Clock;
  claims: Claims;
  wake: Wake;
  log: Log;
  tables: Pick<Tables, "survivingErasure">;
}

type Item = Claimed & { id: string };

const leaseMs = 60_000;
/**
 * Counts from the destruction of the key: by then, requests and downloads in progress have ended and no process holds the key in memory.
 */
const settleMs = 600_000;
const filesAtOnce = 50;
const rowsAtOnce = 2_000;
const piecesPerRound = 100;
const retryMs = 5_000;
/** How often to check whether an agency's clients have ended. */
const clientsMs = 3_600_000;
const retryMsMax = 300_000;

/**
 * Erases organizations whose days of grace are over: the key, then files, rows, people. Runs as the worker, because the
 * tenant's own role no longer has access and its global look-up rows go too. A piece and the position after it commit
 * together; a file goes before its row.
 */
export function createErasureLoop(deps: ErasureLoopDeps): Loop {
  const { database, clock } = deps;
  const claim = rotateLanes<Item>(deps.claims, queries.erasureSource);

  async function run(): Promise<boolean> {
    const now = clock.now();
    await deps.claims.returnExpired(queries.erasureSource, now);
    const claimed = await claim({ now, leaseMs, perLane: 1, lanes: 1 });
    for (const item of claimed) await work(item);
    return claimed.length > 0;
  }

  const stillClaimed = (row: queries.ErasureRow | null, item: Item): row is queries.ErasureRow =>
    row?.state === "leased" && row.attempts === item.attempts;

  async function work(item: Item): Promise<void> {
    try {
      const order: string[] = [];
      for (let pieces = 0; pieces < piecesPerRound; pieces++) if (!(await eraseBatch(item, order))) return;
      await reschedule(item, clock.now(), null);
    } catch (error) {
      deps.log.error({ err: error, tenantId: wireId("org", item.tenant_id) }, "a step of an organization's erasure failed; it is retried");
      await reschedule(item, null, "A temporary problem occurred; it is retried.");
    }
  }

  /** False: finished, or the claim is lost. `order`: the order of the tables, for the pieces of this round. */
  async function eraseBatch(item: Item, order: string[]): Promise<boolean> {
    const seen = await queries.lockedErasure((statement) => database.worker(statement), item.tenant_id, item.id, false);
    if (!stillClaimed(seen, item)) return false;
    const files = seen.step === "files" ? await removeFiles(seen) : [];
    const step = await database.workerTransaction(async (query) => {
      const row = await queries.lockedErasure(query, item.tenant_id, item.id, true);
      if (!stillClaimed(row, item) || row.step !== seen.step || row.position !== seen.position) return null;
      const count = (name: string, n: number) => {
        if (n > 0) row.counts[name] = (row.counts[name] ?? 0) + n;
      };
      if (row.step === "waiting") {
        // It has gained a client since the request.
        if ((await queries.countClients(query, row.tenant_id)) > 0) {
          await queries.rescheduleErasure(
            query,
            row,
            new Date(clock.now().getTime() + clientsMs),
            "The agency has clients that have not ended.",
          );
          return "waits";
        }
        row.people = await queries.shred(query, row.tenant_id, clock.now());
        row.step = "files";
        await queries.storeErasure(query, row, clock.now());
        await queries.rescheduleErasure(query, row, new Date(clock.now().getTime() + settleMs), null);
        return "shredded";
      } else if (row.step === "files") {
        count("files", files.length);
        row.position = files.at(-1) ?? null;
        if (files.length === 0) row.step = "rows";
      } else if (row.step === "rows") {
        if (!(await eraseNextRows(query, row, order, count))) row.step = "people";
      } else {
        count("users", await queries.erasePeople(query, row.people ?? []));
        const now = clock.now();
        await queries.complete(query, row, now, sealOf(row, now));
        return "done";
      }
      await queries.storeErasure(query, row, new Date(clock.now().getTime() + leaseMs));
      return row.step;
    });
    // Every process drops its cached credentials and looks them up again.
    if (step === "shredded") for (const topic of ["keys", "sessions", "routes"] as const) deps.wake.hint(topic);
    return step !== null && step !== "done" && step !== "shredded" && step !== "waits";
  }

  async function removeFiles(row: queries.ErasureRow): Promise<string[]> {
    const ids = await queries.contentsAfter((statement) => database.worker(statement), row.tenant_id, row.position, filesAtOnce);
    for (const id of ids) await deps.storage.remove(storageKey(row.tenant_id, id));
    return ids;
  }

  /**
   * Erases the next rows of one table. False: no table has any left, and all were checked. Starts where the last piece stopped: the tables
   * before it are empty by now, and checking them all again for each piece would take as many statements as the square of the number of
   * tables.
   */
  async function eraseNextRows(
    query: <R extends object>(statement: Statement) => Promise<R[]>,
    row: queries.ErasureRow,
    order: string[],
    count: (name: string, n: number) => void,
  ): Promise<boolean> {
    let refused: unknown;
    if (order.length === 0) order.push(...(await queries.tablesToErase(query, deps.tables.survivingErasure)));
    for (const table of [...order]) {
      await query({ text: "savepoint erase_rows" });
      try {
        const n = await queries.eraseRows(query, row.tenant_id, table, rowsAtOnce);
        await query({ text: "release savepoint erase_rows" });
        if (n !== 0) {
          count(table, n);
          return true;
        }
      } catch (error) {
        // In a cycle of foreign keys, rows of another table still refer to this one: that table goes first.
        if (sqlState(error) !== "23503") throw error;
        await query({ text: "rollback to savepoint erase_rows" });
        refused = error;
      }
      order.push(...order.splice(0, 1));
    }
    if (refused !== undefined) throw refused;
    return false;
  }

  async function reschedule(item: Item, at: Date | null, error: string | null): Promise<void> {
    await database.workerTransaction(async (query) => {
      const row = await queries.lockedErasure(query, item.tenant_id, item.id, true);
      if (!stillClaimed(row, item)) return;
      const runAt = at ?? new Date(clock.now().getTime() + Math.min(retryMsMax, retryMs * 2 ** Math.min(row.tries, 10)));
      await queries.rescheduleErasure(query, row, runAt, error);
    });
  }

  return createLoop({ name: "organization erasures", run, wake: deps.wake, topics: [], pollMs: 5_000, log: deps.log });
}
