import type { Tx } from "#platform/db/database.ts";
import type { Changes, NewActivity } from "./activity.ts";

export interface ActivityRow {
  id: string;
  conversation_id: string;
  changes: Changes;
  actor_kind: NewActivity["actor"]["kind"];
  actor_id: string | null;
  created_at: Date;
  /** created_at with microseconds, for cursors. */
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

export async function insertActivities(tx: Tx, activities: string, now: Date): Promise<void> {
  await tx.query({
    name: "activities_insert",
    text: `insert into conversation_activities (tenant_id, id, conversation_id, changes, actor_kind, actor_id, created_at)
           select $1, a.id, a."conversationId", a.changes, a.actor->>'kind', a.actor->>'id', $3
             from jsonb_to_recordset($2::jsonb) as a (id uuid, "conversationId" uuid, changes jsonb, actor jsonb)`,
    values: [tx.tenantId, activities, now],
  });
}

export async function insertReopenings(tx: Tx, ids: string[], by: string[], now: Date): Promise<void> {
  await tx.query({
    name: "activities_reopened",
    text: `insert into conversation_activities (tenant_id, id, conversation_id, changes, actor_kind, actor_id, created_at)
           select $1, e.id, e.conversation_id, (e.data->'changes')::jsonb, g.by,
                  case when g.by = 'contact' then e.data->>'contactId' end, $4
             from unnest($2::uuid[], $3::text[]) g (id, by)
             join event_log e on e.tenant_id = $1 and e.id = g.id and e.type = 'conversation.updated'
           on conflict do nothing`,
    values: [tx.tenantId, ids, by, now],
  });
}
