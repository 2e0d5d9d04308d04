import type { Context } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { JournalRow } from "./merges.queries.ts";
import type { ContactMerge } from "./merges.schema.ts";

export const undoDays = 30;
const undoMs = undoDays * 86_400_000;

export function isUndoable(mergedAt: Date, now: Date): boolean {
  return mergedAt.getTime() >= now.getTime() - undoMs;
}

export function undoableUntil(mergedAt: Date): string {
  return new Date(mergedAt.getTime() + undoMs).toISOString();
}

/** Who made or undid a merge, as the journal stores it. */
export function signature(actor: Context["actor"]): string {
  switch (actor.kind) {
    case "api":
      return wireId("key", actor.id);
    case "member":
      return wireId("usr", actor.id);
    case "system":
      return actor.id;
  }
}

export function renderMerge(row: JournalRow, now: Date): ContactMerge {
  return {
    id: wireId("mrg", row.id),
    contactId: wireId("cnt", row.survivor_id),
    mergedContactId: wireId("cnt", row.merged_id),
    mergedContactName: row.merged_name,
    mergedAt: row.merged_at.toISOString(),
    mergedBy: row.merged_by,
    undoableUntil: row.undone_at === null && isUndoable(row.merged_at, now) ? undoableUntil(row.merged_at) : null,
    undoneAt: row.undone_at?.toISOString() ?? null,
    undoneBy: row.undone_by,
  };
}
