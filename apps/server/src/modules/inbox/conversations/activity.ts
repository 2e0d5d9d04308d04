import { type Static, Type } from "typebox";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";
import { ListOf, listQuery, NullableText, Timestamp, Words } from "#platform/http/schemas.ts";
import { wireId } from "#platform/ids/ids.ts";

/** By field, as events report them. */
export type Changes = Record<string, { from: unknown; to: unknown }>;

export const actorKinds = ["api", "member", "system", "contact", "platform", "chatbot", "flow"] as const;

export const ConversationActivity = Type.Object(
  {
    id: Type.String(),
    conversationId: Type.String(),
    changes: Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() }), {
      description:
        "By conversation field: status, pendingReason, snoozedUntil, assigneeId, divisionId, labels, priority, subject; sla when a target was missed",
    }),
    actor: Type.Object(
      { kind: Words(actorKinds), id: NullableText() },
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
  await tx.query({
    name: "activities_insert",
    text: `insert into conversation_activities (tenant_id, id, conversation_id, changes, actor_kind, actor_id, created_at)
           select $1, a.id, a."conversationId", a.changes, a.actor->>'kind', a.actor->>'id', $3
             from jsonb_to_recordset($2::jsonb) as a (id uuid, "conversationId" uuid, changes jsonb, actor jsonb)`,
    values: [tx.tenantId, JSON.stringify(activities), now],
  });
}

export function actorOf(ctx: TxContext): NewActivity["actor"] {
  return { kind: ctx.actor.kind, id: actorWireId(ctx.actor) };
}

/**
 * Records what receive_messages() reopened, read from the events it wrote in this transaction under ids that the caller
 * chose: reopened by the customer's message, or by what somebody typed in the platform's own app. The row gets the
 * event's id, so that a second run adds nothing.
 */
export async function recordReopenings(tx: Tx, now: Date, events: { id: string; by: "contact" | "platform" }[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query({
    name: "activities_reopened",
    text: `insert into conversation_activities (tenant_id, id, conversation_id, changes, actor_kind, actor_id, created_at)
           select $1, e.id, e.conversation_id, (e.data->'changes')::jsonb, g.by,
                  case when g.by = 'contact' then e.data->>'contactId' end, $4
             from unnest($2::uuid[], $3::text[]) g (id, by)
             join event_log e on e.tenant_id = $1 and e.id = g.id and e.type = 'conversation.updated'
           on conflict do nothing`,
    values: [tx.tenantId, events.map((event) => event.id), events.map((event) => event.by), now],
  });
}

export interface ActivityRow {
  id: string;
  conversation_id: string;
  changes: Changes;
  actor_kind: NewActivity["actor"]["kind"];
  actor_id: string | null;
  created_at: Date;
  /** created_at to the microsecond, for cursors. */
  position: string;
}

/** Newest first. */
export function listActivities(tx: Tx, conversationId: string, after: string[] | null, limit: number): Promise<ActivityRow[]> {
  return tx.query<ActivityRow>({
    name: after === null ? "activities_list" : "activities_list_after",
    text: `select a.id, a.conversation_id, a.changes, a.actor_kind, a.actor_id, a.created_at, a.created_at::text as position
             from conversation_activities a
            where a.tenant_id = $1 and a.conversation_id = $2
              ${after === null ? "" : "and (a.created_at, a.id) < ($4::timestamptz, $5::uuid)"}
            order by a.created_at desc, a.id desc limit $3`,
    values: [tx.tenantId, conversationId, limit, ...(after ?? [])],
  });
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
