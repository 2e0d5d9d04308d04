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

/** The patch that reverses `patch` on a conversation that was as `before`; null when there is nothing to reverse. */
export function inversePatch(before: Conversation, patch: ConversationPatch): ConversationPatch | null {
  const undo: ConversationPatch = {};
  const after = applyPatch(before, patch);
  if (after.status !== before.status || after.snoozedUntil !== before.snoozedUntil) {
    if (before.snoozedUntil !== null && Date.parse(before.snoozedUntil) > Date.now()) undo.snoozedUntil = before.snoozedUntil;
    else undo.status = before.status;
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
  return Object.keys(undo).length === 0 ? null : undo;
}

/** Conversations with the same reversal are sent in one call, at most 100. */
export function groupEqual(patches: ReadonlyMap<string, ConversationPatch>): { ids: string[]; patch: ConversationPatch }[] {
  const groups = new Map<string, { ids: string[]; patch: ConversationPatch }[]>();
  for (const [id, patch] of patches) {
    const name = JSON.stringify(patch);
    const alike = groups.get(name) ?? [];
    groups.set(name, alike);
    const last = alike.at(-1);
    if (last !== undefined && last.ids.length < 100) last.ids.push(id);
    else alike.push({ ids: [id], patch });
  }
  return [...groups.values()].flat();
}
