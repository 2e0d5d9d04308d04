import { type LogPosition, logStart } from "#platform/events/tail.ts";

export type Query = <R extends object>(statement: { name?: string; text: string; values?: unknown[] }) => Promise<R[]>;

const consumer = "flows";

/** From the log's beginning: what is older than a flow's activation starts nothing. Cross-tenant, as of the other readers of the log. */
export async function ensureCursor(query: Query, now: Date): Promise<void> {
  await query({
    name: "flows_cursor_make",
    text: "insert into event_cursors (consumer, xid, event_id, updated_at) values ($1, $2::xid8, $3, $4) on conflict do nothing",
    values: [consumer, logStart.xid, logStart.id, now],
  });
}

/** Locked for this transaction; null while another process is at it. */
export async function lockCursor(query: Query): Promise<LogPosition | null> {
  const [row] = await query<LogPosition>({
    name: "flows_cursor_lock",
    text: "select xid::text as xid, event_id as id from event_cursors where consumer = $1 for no key update skip locked",
    values: [consumer],
  });
  return row ?? null;
}

export async function moveCursor(query: Query, to: LogPosition, now: Date): Promise<void> {
  await query({
    name: "flows_cursor_move",
    text: "update event_cursors set xid = $2::xid8, event_id = $3, updated_at = $4 where consumer = $1",
    values: [consumer, to.xid, to.id, now],
  });
}
