import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { appendEvents, type EventRecord } from "#platform/events/log.ts";
import { createFollower } from "#platform/events/follow.ts";
import type { EventReader } from "#platform/events/reader.ts";
import type { LoggedEvent } from "#platform/events/tail.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { CountChanges } from "./counts.queries.ts";
import {
  applyOptOuts,
  applyReplies,
  applyRecalled,
  applyStatuses,
  type StatusMove,
  tenantsWithBroadcasts,
  type ReportedStatus,
} from "./tracking.queries.ts";

export interface TrackingDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
  eventReader: Pick<EventReader, "consumer">;
}

const eventBatch = 2_000;
/** There are no wake-ups: over many events at a time, a message's statuses are written once. */
const pollMs = 500;
const replyMs = 7 * 86_400_000;
const ranks = ["unknown", "sent", "delivered", "read", "failed", "skipped"] as const;

/**
 * Follows the event log for broadcasts: their messages' outcome, replies and opt-outs. Recipients only move forward, so
 * repeated events change nothing.
 */
export function createTrackingLoop(deps: TrackingDeps): Loop {
  const run = createFollower<BroadcastChanges>(deps, {
    consumer: "broadcasts",
    eventBatch,
    tenantsConcerned: (tenantIds) => tenantsWithBroadcasts(deps.database, tenantIds),
    read(events) {
      const changes = readChanges(events);
      return changes.statuses.length + changes.takenBack.length + changes.replies.length + changes.optOuts.length > 0 ? changes : null;
    },
    apply: (tx, changes) => applyChanges(tx, changes, deps),
  });

  return createLoop({ name: "broadcast tracking", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}

/** As broadcast.replied reports it. */
interface Reply {
  conversationId: string | null;
  message: { id: string; type: string; text: string | null };
}

export interface BroadcastChanges {
  statuses: ReportedStatus[];
  /** Messages that the dispatcher took back because their broadcast had stopped. */
  takenBack: string[];
  replies: { contact: string; channel: string; at: string; since: string; said: Reply }[];
  optOuts: { contact: string; at: string; since: string }[];
}

/**
 * What one tenant's events mean for broadcasts: one status per message, one time per opt-out, and everything people
 * wrote, because of two messages only the second may come after a broadcast's. Pure.
 */
export function readChanges(events: readonly LoggedEvent[]): BroadcastChanges {
  const statuses = new Map<string, ReportedStatus>();
  const takenBack = new Set<string>();
  const replies: BroadcastChanges["replies"] = [];
  const optOuts = new Map<string, BroadcastChanges["optOuts"][number]>();
  for (const { type, data, channel_id: channelId, created_at: createdAt } of events) {
    const at = createdAt.toISOString();
    const since = new Date(createdAt.getTime() - replyMs).toISOString();
    const contact = parseWireId("cnt", String(data["contactId"]));
    if (type === "message.status" && typeof data["broadcastId"] === "string") {
      const cancelled =
        data["status"] === "cancelled" ? parseWireId("msg", String((data["message"] as { id?: unknown } | undefined)?.id)) : null;
      if (cancelled !== null) takenBack.add(cancelled);
      const word = readStatus(data, at);
      const known = word === null ? undefined : statuses.get(word.msg);
      if (word !== null && (known === undefined || replaces(known.status, word.status)))
        statuses.set(word.msg, { ...word, at: known?.at ?? word.at });
    } else if (type === "message.received" && contact !== null && channelId !== null) {
      const said = readReply(data);
      if (said !== null && said.message.type !== "system") replies.push({ contact, channel: channelId, at, since, said });
    } else if (type === "contact.updated" && contact !== null) {
      const changes = data["changes"] as { optIn?: { to?: unknown } } | undefined;
      if (changes?.optIn?.to === "opted_out") optOuts.set(contact, { contact, at, since });
    }
  }
  return { statuses: [...statuses.values()], takenBack: [...takenBack], replies, optOuts: [...optOuts.values()] };
}

function readReply(data: Record<string, unknown>): Reply | null {
  const { id, type, text, content } = (data["message"] ?? {}) as Record<string, unknown>;
  if (typeof id !== "string" || typeof type !== "string") return null;
  // Written while another app handles the conversation, so it is not a reply to us.
  if ((content as { context?: unknown } | null | undefined)?.context === true) return null;
  const conversationId = typeof data["conversationId"] === "string" ? data["conversationId"] : null;
  return { conversationId, message: { id, type, text: typeof text === "string" ? text : null } };
}

/**
 * Whether a later status replaces an earlier one; the same rule as in `applyStatuses`, so that one batch and two have
 * the same result.
 */
function replaces(from: ReportedStatus["status"], to: ReportedStatus["status"]): boolean {
  if (from === "failed" || from === "skipped" || ranks.indexOf(to) <= ranks.indexOf(from)) return false;
  return to !== "failed" || (from !== "delivered" && from !== "read");
}

function readStatus(data: Record<string, unknown>, at: string): ReportedStatus | null {
  const { message, status, error } = data as { message?: { id?: unknown }; status?: unknown; error?: { code?: unknown } | null };
  const msg = parseWireId("msg", String(message?.id));
  if (msg === null || !ranks.includes(status as "sent")) return null;
  const code = typeof error?.code === "string" ? error.code : null;
  // The contact opted out between the message's creation and its turn: nothing was attempted.
  if (status === "failed" && code === "recipient_opted_out") return { msg, status: "skipped", reason: "opted_out", at };
  if (status === "failed" && code === "window_closed") return { msg, status: "skipped", reason: "window_closed", at };
  return { msg, status: status as ReportedStatus["status"], reason: status === "failed" ? code : null, at };
}

async function applyChanges(tx: Tx, changes: BroadcastChanges, deps: Pick<TrackingDeps, "ids" | "clock">): Promise<void> {
  const counts = new CountChanges();
  const count = (moved: StatusMove[]) => {
    for (const { broadcast_id: id, from, from_reason: fromReason, to, to_reason: toReason } of moved) {
      counts.add(id, from, fromReason, -1);
      counts.add(id, to, toReason, 1);
    }
  };
  if (changes.takenBack.length > 0) count(await applyRecalled(tx, changes.takenBack));
  // Statuses first: a reply in the same batch refers to messages sent in it.
  if (changes.statuses.length > 0) count(await applyStatuses(tx, changes.statuses));
  if (changes.replies.length > 0) {
    const replied = await applyReplies(tx, changes.replies);
    count(replied);
    const events = replied.flatMap((moved) => repliedEvent(deps.ids.uuid(), moved, changes.replies));
    await appendEvents(tx, deps.clock.now(), events);
  }
  if (changes.optOuts.length > 0)
    for (const { broadcast_id: id } of await applyOptOuts(tx, changes.optOuts)) counts.add(id, "opted_out", null, 1);
  await counts.write(tx);
}

/**
 * The event of a reply to a broadcast, written once with the first message after it: a recipient who has replied no
 * longer changes.
 */
function repliedEvent(
  id: string,
  { broadcast_id: broadcastId, i }: { broadcast_id: string; i: number },
  replies: BroadcastChanges["replies"],
): EventRecord[] {
  const reply = replies[i];
  if (reply === undefined) return [];
  const { channel, contact, said } = reply;
  const data = {
    broadcastId: wireId("brd", broadcastId),
    channelId: wireId("chn", channel),
    contactId: wireId("cnt", contact),
    ...said,
  };
  const conversationId = said.conversationId === null ? null : parseWireId("conv", said.conversationId);
  return [{ id, type: "broadcast.replied", data, channelId: channel, conversationId }];
}
