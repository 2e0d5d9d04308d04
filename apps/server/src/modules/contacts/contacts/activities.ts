import type { Actor } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { insertActivities } from "./activities.queries.ts";

/** What happens to a contact and is permanently kept in no other row. Messages, conversations and merges have rows already. */
export const activityTypes = [
  "fields_changed",
  "tags_changed",
  "opt_in_changed",
  "blocked",
  "unblocked",
  "conversation_resolved",
  "conversation_reopened",
] as const;
export type ActivityType = (typeof activityTypes)[number];

export interface Activity {
  /** uuids. */
  contactId: string;
  conversationId?: string;
  type: ActivityType;
  data: Record<string, unknown>;
}

type Changes = Record<string, { from: unknown; to: unknown }>;

/** Writes activities in the transaction of the change they describe. */
export async function recordActivities(tx: Tx, ids: IdSource, now: Date, actor: Actor, activities: Activity[]): Promise<void> {
  if (activities.length === 0) return;
  await insertActivities(tx, now, actor.kind, actor.id, JSON.stringify(activities.map((activity) => ({ ...activity, id: ids.uuid() }))));
}

/** The activities for changes of a contact's fields, one per kind. Pure. */
export function activitiesOf(contactId: string, changes: Changes, more: Record<string, unknown> = {}): Activity[] {
  const { tags, optIn, blockedAt, ...fields } = changes;
  const found: Activity[] = [];
  if (tags !== undefined) {
    const [from, to] = [tags.from as string[], tags.to as string[]];
    const [added, removed] = [to.filter((tag) => !from.includes(tag)), from.filter((tag) => !to.includes(tag))];
    if (added.length > 0 || removed.length > 0) found.push({ contactId, type: "tags_changed", data: { added, removed, ...more } });
  }
  if (optIn !== undefined) found.push({ contactId, type: "opt_in_changed", data: { from: optIn.from, to: optIn.to, ...more } });
  if (blockedAt !== undefined && (blockedAt.from === null) !== (blockedAt.to === null))
    found.push({ contactId, type: blockedAt.to === null ? "unblocked" : "blocked", data: more });
  if (Object.keys(fields).length > 0) found.push({ contactId, type: "fields_changed", data: { changes: fields, ...more } });
  return found;
}
