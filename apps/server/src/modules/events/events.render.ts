import type { LoggedEvent, LogPosition } from "#platform/events/tail.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { EventEnvelope } from "./events.schema.ts";

/** A logged event as the wire shows it: the same envelope in webhooks, list and stream. */
export function renderEvent(event: Pick<LoggedEvent, "id" | "type" | "data" | "created_at">): EventEnvelope {
  return { id: wireId("evt", event.id), type: event.type, createdAt: event.created_at.toISOString(), data: event.data };
}

/** Order of the log: by writing transaction, then id. Negative when `a` comes first. */
export function comparePositions(a: LogPosition, b: LogPosition): number {
  if (a.xid !== b.xid) {
    // Decimal numbers without leading zeros: the longer one is the greater.
    return a.xid.length === b.xid.length ? (a.xid < b.xid ? -1 : 1) : a.xid.length - b.xid.length;
  }
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}
