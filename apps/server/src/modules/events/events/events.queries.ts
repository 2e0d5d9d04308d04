import { throughConversation, type Viewer } from "#modules/inbox/visibility/index.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tx } from "#platform/db/database.ts";
import { type LoggedEvent, type LogPosition, logStart } from "#platform/events/tail.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { EventFilter } from "./events.filter.ts";

/** How long a list waits for committed events to become readable, unless a test sets another value. */
export const settleMsMaxDefault = 250;
const settleStepMs = 5;

/**
 * Events of one tenant in log order (or in reverse), after a position. Both directions stop below the oldest running transaction, so the
 * newest event shown is always a safe position to continue from. For a viewer, events of conversations they may not see (any more) do not
 * exist, except those of tickets that were theirs with the event. Also live: canSeeEvent in events.stream.ts.
 */
export function listEvents(
  tx: Tx,
  filter: EventFilter,
  direction: "oldest first" | "newest first",
  beyond: LogPosition | null,
  limit: number,
  viewer: Viewer | null,
): Promise<LoggedEvent[]> {
  const forward = direction === "oldest first";
  const values: unknown[] = [tx.tenantId, limit];
  const where = ["e.tenant_id = $1", "e.xid < pg_snapshot_xmin(pg_current_snapshot())"];
  const names = [forward ? "forward" : "backward"];
  const add = (name: string, sql: string, ...args: unknown[]) => {
    names.push(name);
    where.push(sql.replaceAll(/\$(\d)/g, (_, n: string) => `$${values.length + Number(n)}`));
    values.push(...args);
  };
  if (beyond !== null) add("beyond", `(e.xid, e.id) ${forward ? ">" : "<"} ($1::xid8, $2::uuid)`, beyond.xid, beyond.id);
  if (filter.types !== null) add("types", "e.type = any($1::text[])", [...filter.types]);
  if (filter.channelId !== null) add("channel", "e.channel_id = $1::uuid", filter.channelId);
  if (filter.conversationId !== null) add("conversation", "e.conversation_id = $1::uuid", filter.conversationId);
  if (viewer !== null) {
    const value = (parameter: unknown) => `$${values.push(parameter)}`;
    const { name, condition } = throughConversation(viewer, "e", value);
    names.push(name);
    where.push(`(${condition} or (e.type like 'ticket.%' and e.data->>'assigneeId' = ${value(wireId("agt", viewer.userId))}))`);
  }
  const order = forward ? "e.xid, e.id" : "e.xid desc, e.id desc";
  return tx.query<LoggedEvent>({
    name: `events_${names.join("_")}`,
    text: `select e.tenant_id, e.id, e.xid::text as xid, e.type, e.channel_id, e.conversation_id, e.data, e.created_at
             from event_log e where ${where.join(" and ")} order by ${order} limit $2`,
    values,
  });
}

/**
 * Waits until everything in this tenant's log is readable, at most `settleMsMax`: a caller that got the response to a
 * write finds its events in the next list. Committed events stay hidden while an older transaction runs (see
 * listEvents), usually for milliseconds; a longer transaction delays the events, not the caller.
 */
export async function settleEvents(tx: Tx, settleMsMax: number): Promise<void> {
  const deadline = performance.now() + settleMsMax;
  for (;;) {
    const rows = await tx.query({
      name: "events_unsettled",
      text: `select 1 from event_log e where e.tenant_id = $1 and e.xid >= pg_snapshot_xmin(pg_current_snapshot())
              order by e.xid, e.id limit 1`,
      values: [tx.tenantId],
    });
    if (rows.length === 0 || performance.now() >= deadline) return;
    await sleep(settleStepMs);
  }
}

/**
 * The position of an event in the log; null if it is not in this tenant's log (any more). The zero id precedes every event: a stream sends
 * it while the log is empty, so that even a connection that breaks before a tenant's very first event loses nothing.
 */
export async function findEventPosition(tx: Tx, id: string): Promise<LogPosition | null> {
  if (id === logStart.id) return logStart;
  const [row] = await tx.query<LogPosition>({
    name: "event_position",
    text: "select xid::text as xid, id from event_log where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** The tenant's last event at or before a position; null if there is none. */
export async function lastEventUpTo(tx: Tx, position: LogPosition): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>({
    name: "event_last_up_to",
    text: `select e.id from event_log e where e.tenant_id = $1 and (e.xid, e.id) <= ($2::xid8, $3::uuid)
            order by e.xid desc, e.id desc limit 1`,
    values: [tx.tenantId, position.xid, position.id],
  });
  return row?.id ?? null;
}
