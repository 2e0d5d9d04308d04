import type { Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { type BroadcastRow, saveBroadcast } from "./broadcasts.queries.ts";
import { updatedEvent } from "./broadcasts.render.ts";
import type { BroadcastStatus, PauseReason } from "./broadcasts.schema.ts";
import { CountChanges } from "./recipients/counts.queries.ts";
import { lockWaiting, recallMessages } from "./recipients/recipients.queries.ts";

/** More than the fastest channel sends in two seconds; any beyond that would still be sent. */
const waitingMax = 20_000;

/** Takes back messages waiting in the channel's queue, of these zones or (null) of all; messages being sent stay. */
export async function recallWaiting(tx: Tx, ids: IdSource, now: Date, broadcastId: string, zones: string[] | null): Promise<void> {
  const waiting = await lockWaiting(tx, broadcastId, zones, waitingMax);
  if (waiting.length === 0) return;
  const back = await recallMessages(
    tx,
    now,
    broadcastId,
    waiting.map((msg) => ({ msg, ev: ids.uuid() })),
  );
  const changes = new CountChanges();
  changes.add(broadcastId, "sending", null, -back);
  changes.add(broadcastId, "pending", null, back);
  await changes.write(tx);
}

/** Changes the status of a locked broadcast, saves it with its other changes, and writes the event. */
export async function changeStatus(tx: Tx, ids: IdSource, now: Date, row: BroadcastRow, status: BroadcastStatus): Promise<void> {
  const previous = row.status;
  row.status = status;
  if (status !== "paused") row.pause_reason = null;
  if (status === "completed" || status === "failed" || status === "cancelled") row.completed_at = now;
  await saveBroadcast(tx, now, row);
  await appendEvents(tx, now, [updatedEvent(ids, row, previous)]);
}

/** Nothing more is sent until it is resumed. */
export async function pause(tx: Tx, ids: IdSource, now: Date, row: BroadcastRow, reason: PauseReason): Promise<void> {
  await recallWaiting(tx, ids, now, row.id, null);
  row.pause_reason = reason;
  row.state = "idle";
  row.next_at = null;
  await changeStatus(tx, ids, now, row, "paused");
}
