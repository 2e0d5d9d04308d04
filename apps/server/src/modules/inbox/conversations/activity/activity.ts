import { type Static, Type } from "typebox";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";
import { FieldChanges, ListOf, listQuery, NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { wireId } from "#platform/ids/ids.ts";
import { insertActivities, insertReopenings, type ActivityRow } from "./activity.queries.ts";

/** By field, as events report them. */
export type Changes = Record<string, { from: unknown; to: unknown }>;

export const actorKinds = ["api", "member", "system", "contact", "platform", "chatbot", "flow"] as const;

export const ConversationActivity = Type.Object(
  {
    id: Type.String(),
    conversationId: Type.String(),
    changes: FieldChanges(
      "By conversation field: status, pendingReason, snoozedUntil, assigneeId, divisionId, labels, priority, subject; sla when a target was missed",
    ),
    actor: Type.Object(
      { kind: StringEnum(actorKinds), id: NullableText() },
      { description: "contact: the customer wrote again; system: the snooze ended or a target was missed" },
    ),
    createdAt: Timestamp,
  },
  { title: "ConversationActivity" },
);

export const ConversationActivityList = ListOf(ConversationActivity);
export const ListActivityQuery = listQuery({});

export interface NewActivity {
  id: string;
  conversationId: string;
  changes: Changes;
  actor: { kind: (typeof actorKinds)[number]; id: string | null };
}

/** Runs in the transaction of the change. */
export async function recordActivities(tx: Tx, now: Date, activities: NewActivity[]): Promise<void> {
  if (activities.length === 0) return;
  await insertActivities(tx, JSON.stringify(activities), now);
}

export function actorOf(ctx: Pick<TxContext, "actor">): NewActivity["actor"] {
  return { kind: ctx.actor.kind, id: actorWireId(ctx.actor) };
}

/**
 * Records what receive_messages() reopened, from the events it wrote in this transaction under ids chosen by the
 * caller: reopened by the customer's message, or by a message typed in the platform's own app. The row gets the event's
 * id, so that a second run adds nothing.
 */
export async function recordReopenings(tx: Tx, now: Date, events: { id: string; by: "contact" | "platform" }[]): Promise<void> {
  if (events.length === 0) return;
  await insertReopenings(
    tx,
    events.map((event) => event.id),
    events.map((event) => event.by),
    now,
  );
}

export function renderActivity(row: ActivityRow): Static<typeof ConversationActivity> {
  return {
    id: wireId("act", row.id),
    conversationId: wireId("conv", row.conversation_id),
    changes: row.changes,
    actor: { kind: row.actor_kind, id: row.actor_id },
    createdAt: row.created_at.toISOString(),
  };
}
