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
  /** Adds to the report, in the transaction that removes what it counts. */
  count(table: string, what: "deleted" | "blanked", rows: number): void;
}

/** `more`: the step is not finished; `waitMs`: not before then. `position` is passed to the next piece. */
export interface Progress {
  more: boolean;
  position?: string | null;
  waitMs?: number;
}

/**
 * One step of an erasure. It is called until it is finished, each time in a transaction that also stores its position. After a crash it
 * continues there; rows already removed are not an error.
 */
export interface Step<T = unknown> {
  name: string;
  /** The role: the application inside the tenant, unless the table is append-only for it. */
  as?: "worker";
  /** Runs before the transaction: network calls, and look-ups in another role. */
  prepare?(tenantId: string, request: RequestRow, deps: ErasureDeps, now: Date): Promise<T>;
  run(piece: Piece, prepared: T): Promise<Progress>;
}

/** Longer than a request takes: each lock is waited for at most 2 s. */
const requestMsMax = 60_000;

/**
 * What was created before this may contain the person: `created_at` is when the request began, and others still saw the contact until it was
 * committed. When that was is not stored, so what somebody creates in the minute after it is treated likewise.
 */
export const visibleUntil = (request: RequestRow): Date => new Date(request.created_at.getTime() + requestMsMax);
