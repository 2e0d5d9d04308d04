import type { Database, Statement } from "../db/database.ts";
import { type LogPosition, logStart } from "./tail.ts";

type Query = <R extends object>(statement: Statement) => Promise<R[]>;

/**
 * Starts at the beginning of the log, so that earlier events are read too. A table of the worker, without tenant data:
 * one reader serves all.
 */
export async function ensureCursor(database: Pick<Database, "worker">, consumer: string, now: Date): Promise<void> {
  await database.worker({
    name: "event_cursor_make",
    text: "insert into event_cursors (consumer, xid, event_id, updated_at) values ($1, $2::xid8, $3, $4) on conflict do nothing",
    values: [consumer, logStart.xid, logStart.id, now],
  });
}

export async function readCursor(database: Pick<Database, "worker">, consumer: string): Promise<LogPosition> {
  const [row] = await database.worker<LogPosition>({
    name: "event_cursor_read",
    text: "select xid::text as xid, event_id as id from event_cursors where consumer = $1",
    values: [consumer],
  });
  return row ?? logStart;
}

/** Locked for this transaction; null while another process has it. */
export async function lockCursor(query: Query, consumer: string): Promise<LogPosition | null> {
  const [row] = await query<LogPosition>({
    name: "event_cursor_lock",
    text: "select xid::text as xid, event_id as id from event_cursors where consumer = $1 for no key update skip locked",
    values: [consumer],
  });
  return row ?? null;
}

/** For a cursor locked by this transaction. */
export async function moveCursor(query: Query, consumer: string, to: LogPosition, now: Date): Promise<void> {
  await query({
    name: "event_cursor_move",
    text: "update event_cursors set xid = $2::xid8, event_id = $3, updated_at = $4 where consumer = $1",
    values: [consumer, to.xid, to.id, now],
  });
}

/** False: another process has moved it and applied what is in between. */
export async function moveCursorFrom(query: Query, consumer: string, from: LogPosition, to: LogPosition, now: Date): Promise<boolean> {
  const moved = await query({
    name: "event_cursor_move_from",
    text: `update event_cursors set xid = $4::xid8, event_id = $5, updated_at = $6
            where consumer = $1 and xid = $2::xid8 and event_id = $3 returning 1`,
    values: [consumer, from.xid, from.id, to.xid, to.id, now],
  });
  return moved.length === 1;
}
