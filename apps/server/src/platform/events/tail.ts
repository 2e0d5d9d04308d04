import type { Database } from "../db/database.ts";

/** A position in the log: every event up to and including it has been read. */
export interface LogPosition {
  xid: string;
  id: string;
}

export interface LoggedEvent {
  tenant_id: string;
  id: string;
  xid: string;
  type: string;
  channel_id: string | null;
  conversation_id: string | null;
  data: Record<string, unknown>;
  created_at: Date;
  /** The flow run in whose transaction it was written, and how many flows come before it in the chain. */
  origin: { depth: number; runId: string } | null;
}

export const logStart: LogPosition = { xid: "0", id: "00000000-0000-0000-0000-000000000000" };

/**
 * The next events of all tenants in log order, up to `limit`. Returns only events below the oldest running transaction:
 * anything at or beyond it may still get a predecessor (a plain sequence lost 37 % in a measured run). So the reader
 * may stall for as long as the longest writing transaction, but never skips an event. Cross-tenant by nature: one
 * reader serves all tenants.
 */
export function readLogAfter(database: Pick<Database, "worker">, after: LogPosition, limit: number): Promise<LoggedEvent[]> {
  return database.worker<LoggedEvent>({
    name: "event_log_after",
    text: `select tenant_id, id, xid::text as xid, type, channel_id, conversation_id, data, created_at, origin from event_log
            where (xid, id) > ($1::xid8, $2::uuid) and xid < pg_snapshot_xmin(pg_current_snapshot())
            order by event_log.xid, event_log.id limit $3`,
    values: [after.xid, after.id, limit],
  });
}

/** The current end of the log: anything later is new. */
export async function readLogEnd(database: Pick<Database, "worker">): Promise<LogPosition> {
  const [row] = await database.worker<{ xid: string; id: string }>({
    name: "event_log_end",
    text: `select xid::text as xid, id from event_log where xid < pg_snapshot_xmin(pg_current_snapshot())
            order by event_log.xid desc, event_log.id desc limit 1`,
  });
  return row ?? logStart;
}

/** The log's order: by writing transaction, then id. Negative if `a` comes first. */
export function comparePositions(a: LogPosition, b: LogPosition): number {
  if (a.xid !== b.xid) {
    // Decimal numbers without leading zeros: the longer one is larger.
    return a.xid.length === b.xid.length ? (a.xid < b.xid ? -1 : 1) : a.xid.length - b.xid.length;
  }
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}

interface TailRow extends Omit<LoggedEvent, "data" | "origin"> {
  data: string | null;
  origin: string | null;
  early: boolean;
}

export interface SizedEvent {
  event: LoggedEvent;
  bytes: number;
}

/**
 * Like `readLogAfter`, with the size of each event. Also returns committed events that may not be read in order yet,
 * because they lie at or beyond a running transaction: the first `earlyMax`, in no guaranteed order. One statement,
 * because it runs some hundred times a second under load. JSON comes as text, whose length is its size; for events in
 * `known`, which were returned early before, it is not sent again.
 */
export async function readLogTail(
  database: Pick<Database, "worker">,
  after: LogPosition,
  limit: number,
  earlyMax = 1,
  known: ReadonlyMap<string, SizedEvent> = new Map(),
): Promise<{ events: SizedEvent[]; early: SizedEvent[]; hiddenSince: Date | null }> {
  const columns = (early: boolean) =>
    `tenant_id, id, xid::text as xid, type, channel_id, conversation_id, case when id = any($4::uuid[]) then null else data::text end as data,
     created_at, origin::text as origin, ${early} as early`;
  const rows = await database.worker<TailRow>({
    name: "event_log_tail",
    text: `(select ${columns(false)} from event_log where (xid, id) > ($1::xid8, $2::uuid) and xid < pg_snapshot_xmin(pg_current_snapshot())
             order by event_log.xid, event_log.id limit $3)
           union all
           (select ${columns(true)} from event_log where (xid, id) > ($1::xid8, $2::uuid) and xid >= pg_snapshot_xmin(pg_current_snapshot())
             order by event_log.xid, event_log.id limit $5)`,
    values: [after.xid, after.id, limit, [...known.keys()], earlyMax],
  });
  let hiddenSince: Date | null = null;
  const events: SizedEvent[] = [];
  const early: SizedEvent[] = [];
  for (const { data, origin, early: isEarly, ...row } of rows) {
    if (isEarly && (hiddenSince === null || row.created_at < hiddenSince)) hiddenSince = row.created_at;
    const sized =
      data === null
        ? known.get(row.id)
        : { event: { ...row, data: JSON.parse(data), origin: origin === null ? null : JSON.parse(origin) }, bytes: data.length };
    if (sized === undefined) throw new Error("an event without its data");
    (isEarly ? early : events).push(sized);
  }
  // A union guarantees no order.
  const inOrder = (a: SizedEvent, b: SizedEvent) => comparePositions(a.event, b.event);
  return { events: events.sort(inOrder), early: early.sort(inOrder), hiddenSince };
}
