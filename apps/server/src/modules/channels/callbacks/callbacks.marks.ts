import type { ReadMarkEvent } from "@parley/connector-kit";
import type { ChannelOfEvent } from "#modules/channels/inbound/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { applyStatuses } from "./callbacks.queries.ts";
import { markedMax, messagesMarked } from "./callbacks.targets.queries.ts";

interface MarkItem {
  row: { channel_id: string };
  channel: ChannelOfEvent;
  events: { kind: string }[];
}

/**
 * Applies the read marks of one batch together: a message covered by several gets the earliest time. Returns the items that must wait,
 * because their person or message is not known (yet), the outcome of a call in their range is unknown, or they cover more messages than are
 * marked at once.
 */
export async function applyReadMarks<P extends MarkItem>(tx: Tx, ids: IdSource, now: Date, parsed: P[]): Promise<Set<P>> {
  const marks = parsed.flatMap((p) =>
    p.events.filter(isReadMark).map((mark) => ({ p, mark, channelId: p.row.channel_id, channel: p.channel })),
  );
  const waiting = new Set<P>();
  if (marks.length === 0) return waiting;
  const covered = (await messagesMarked(tx, marks)).sort((a, b) => a.n - b.n);
  const read = new Map<string, { chan: string; ext: string; at: string }>();
  for (const { n, stranger, unnamed, undecided, unread } of covered) {
    const { p, mark, channelId } = marks[n] as (typeof marks)[number];
    for (const ext of unread) {
      const key = `${channelId}/${ext}`;
      if (!read.has(key)) read.set(key, { chan: channelId, ext, at: mark.occurredAt });
    }
    // Messages beyond the limit are marked on the next attempt.
    if (stranger || unnamed || undecided || unread.length >= markedMax) waiting.add(p);
  }
  const items = [...read.values()].map((item, n) => ({ n, ...item, ref: null, st: "read", ev: ids.uuid(), err: null }));
  // apply_statuses() compares each item with every other.
  for (let from = 0; from < items.length; from += markedMax) await applyStatuses(tx, now, items.slice(from, from + markedMax));
  return waiting;
}

function isReadMark(event: { kind: string }): event is ReadMarkEvent {
  return event.kind === "read_mark";
}
