/** The reversal of a change to a conversation. Pure. */
import type { BulkUpdate, Conversation } from "@parley/sdk";

/** One change to one or many conversations: a body of POST /conversations/bulk without its ids. */
export type ConversationPatch = Omit<BulkUpdate, "ids">;

/** The record after the server has applied the patch. Further effects (who resolved it, when) come with the response. */
export function applyPatch(conversation: Conversation, patch: ConversationPatch): Conversation {
  const next = { ...conversation };
  if (patch.status !== undefined) {
    next.status = patch.status === "done" ? "resolved" : patch.status;
    if (next.status !== "pending") Object.assign(next, { pendingReason: null, snoozedUntil: null });
    else if (patch.snoozedUntil == null) next.pendingReason = "customer";
  }
  if (patch.snoozedUntil != null) Object.assign(next, { status: "pending", pendingReason: "snoozed", snoozedUntil: patch.snoozedUntil });
  else if (patch.snoozedUntil === null) next.snoozedUntil = null;
  if (patch.assigneeId !== undefined) next.assigneeId = patch.assigneeId;
  if (patch.divisionId !== undefined) next.divisionId = patch.divisionId;
  if (patch.priority !== undefined) next.priority = patch.priority;
  if (patch.addLabels !== undefined) next.labels = [...new Set([...next.labels, ...patch.addLabels])];
  if (patch.removeLabels !== undefined) next.labels = next.labels.filter((label) => !patch.removeLabels?.includes(label));
  if (patch.read !== undefined) next.unreadCount = patch.read ? 0 : Math.max(1, next.unreadCount);
  return next;
}

/** The patches, to be sent one after the other, that reverse `patch` on a conversation that was as `before`; none if nothing is to be reversed. */
export function inversePatches(before: Conversation, patch: ConversationPatch): ConversationPatch[] {
  const undo: ConversationPatch = {};
  const after = applyPatch(before, patch);
  const { snoozedUntil } = before;
  if (after.status !== before.status || after.snoozedUntil !== snoozedUntil) {
    if (snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now()) undo.snoozedUntil = snoozedUntil;
    // A snooze that has ended meanwhile would have opened it.
    else undo.status = snoozedUntil === null ? before.status : "open";
    // Only this ends a snooze.
    if (undo.status === "pending") undo.snoozedUntil = null;
  }
  if (after.assigneeId !== before.assigneeId) undo.assigneeId = before.assigneeId;
  if (after.divisionId !== before.divisionId) undo.divisionId = before.divisionId;
  if (after.priority !== before.priority) undo.priority = before.priority;
  const added = after.labels.filter((label) => !before.labels.includes(label));
  const removed = before.labels.filter((label) => !after.labels.includes(label));
  if (added.length > 0) undo.removeLabels = added;
  if (removed.length > 0) undo.addLabels = removed;
  // The server cannot set the number of unread messages, only whether there are any.
  if ((after.unreadCount === 0) !== (before.unreadCount === 0)) undo.read = before.unreadCount === 0;
  if (Object.keys(undo).length === 0) return [];
  // A resolved conversation has to be reopened before it can become pending.
  const becomesPending = undo.snoozedUntil !== undefined;
  return after.status === "resolved" && becomesPending ? [{ status: "open" }, undo] : [undo];
}

/** Conversations with the same reversal are sent in one call, at most 100. */
export function groupEqual(inverse: ReadonlyMap<string, ConversationPatch[]>): { ids: string[]; patches: ConversationPatch[] }[] {
  const groups = new Map<string, { ids: string[]; patches: ConversationPatch[] }[]>();
  for (const [id, patches] of inverse) {
    const name = JSON.stringify(patches);
    const alike = groups.get(name) ?? [];
    groups.set(name, alike);
    const last = alike.at(-1);
    if (last !== undefined && last.ids.length < 100) last.ids.push(id);
    else alike.push({ ids: [id], patches });
  }
  return [...groups.values()].flat();
}
