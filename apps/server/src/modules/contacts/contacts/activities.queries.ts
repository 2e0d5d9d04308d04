import type { Tx } from "#platform/db/database.ts";

export async function insertActivities(tx: Tx, now: Date, actorKind: string, actorId: string | null, activities: string): Promise<void> {
  await tx.query({
    name: "contact_activities_insert",
    text: `insert into contact_activities (tenant_id, id, contact_id, type, conversation_id, actor_kind, actor_id, data, occurred_at)
           select $1, a.id, a."contactId", a.type, a."conversationId", $3, $4, a.data, $2
             from json_to_recordset($5::json) as a(id uuid, "contactId" uuid, type text, "conversationId" uuid, data jsonb)`,
    values: [tx.tenantId, now, actorKind, actorId, activities],
  });
}
