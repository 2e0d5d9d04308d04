import type { Database, Tx } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { MediaStorage } from "#platform/storage/storage.ts";
import type { RequestRow } from "../privacy.queries.ts";

export interface ErasureDeps {
  database: Database;
  storage: MediaStorage;
  ids: IdSource;
}

export interface Piece {
  tx: Tx;
  now: Date;
  request: RequestRow;
  deps: ErasureDeps;
  /** Adds to the report, in the transaction of what it counts. */
  count(table: string, what: "deleted" | "blanked", rows: number): void;
}

/** `more`: the step has something left; `waitMs`: not before then. `position` is given back to the next piece. */
export interface Progress {
  more: boolean;
  position?: string | null;
  waitMs?: number;
}

/**
 * One step of an erasure. It is called until it has nothing more, each time in a transaction that also stores how far it came: after a crash it
 * goes on from there, and what it finds already gone it need not find.
 */
export interface Step<T = unknown> {
  name: string;
  /** Who may do it: the application inside the tenant unless the table is append-only to it. */
  as?: "worker";
  /** Before the transaction: network calls, and look-ups of another role. */
  prepare?(tenantId: string, request: RequestRow, deps: ErasureDeps, now: Date): Promise<T>;
  run(piece: Piece, prepared: T): Promise<Progress>;
}
