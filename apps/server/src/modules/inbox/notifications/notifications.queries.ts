import type { Tx } from "#platform/db/database.ts";

export type NotificationKind =
  | "mention"
  | "assignment"
  | "sla_breach"
  | "flow"
  | "flow_paused"
  | "organization_export"
  | "grant_requested"
  | "grant_ended";

export interface NotificationRow {
  id: string;
  member_id: string;
  kind: NotificationKind;
  conversation_id: string | null;
  ticket_id: string | null;
  flow_id: string | null;
  export_id: string | null;
  detail: string | null;
  message_id: string | null;
  actor_kind: string;
  actor_id: string | null;
  created_at: Date;
  read_at: Date | null;
  /** created_at with microseconds, for cursors. */
  position: string;
}

export interface NewNotification {
  id: string;
  memberId: string;
  kind: NotificationKind;
  conversationId: string | null;
  ticketId: string | null;
  flowId: string | null;
  exportId: string | null;
  detail: string | null;
  messageId: string | null;
  actor: { kind: string; id: string | null };
}

export async function insertNotifications(tx: Tx, now: Date, notifications: NewNotification[]): Promise<void> {
  await tx.query({
    name: "notifications_insert",
    text: `insert into notifications (tenant_id, id, member_id, kind, conversation_id, message_id, actor_kind, actor_id, created_at, ticket_id, detail, flow_id, export_id)
           select $1, n.id, n."memberId", n.kind, n."conversationId", n."messageId", n.actor->>'kind', n.actor->>'id', $3, n."ticketId", n.detail, n."flowId", n."exportId"
             from jsonb_to_recordset($2::jsonb)
               as n (id uuid, "memberId" uuid, kind text, "conversationId" uuid, "messageId" uuid, actor jsonb, "ticketId" uuid, detail text, "flowId" uuid, "exportId" uuid)`,
    values: [tx.tenantId, JSON.stringify(notifications), now],
  });
}

/** Newest first. */
export function listNotifications(
  tx: Tx,
  memberId: string,
  unread: boolean | undefined,
  after: string[] | null,
  limit: number,
): Promise<NotificationRow[]> {
  const values: unknown[] = [tx.tenantId, memberId, limit];
  const seen = unread === undefined ? "" : unread ? "and n.read_at is null" : "and n.read_at is not null";
  const beyond =
    after === null ? "" : `and (n.created_at, n.id) < ($${values.push(after[0])}::timestamptz, $${values.push(after[1])}::uuid)`;
  return tx.query<NotificationRow>({
    name: `notifications_list_${unread ?? "all"}${after === null ? "" : "_after"}`,
    text: `select n.id, n.member_id, n.kind, n.conversation_id, n.ticket_id, n.flow_id, n.export_id, n.detail, n.message_id, n.actor_kind, n.actor_id, n.created_at, n.read_at,
                  n.created_at::text as position
             from notifications n where n.tenant_id = $1 and n.member_id = $2 ${seen} ${beyond}
            order by n.created_at desc, n.id desc limit $3`,
    values,
  });
}

/** Returns how many were unread. `ids` null: all of the member's. */
export async function markRead(tx: Tx, now: Date, memberId: string, ids: string[] | null): Promise<number> {
  const [row] = await tx.query<{ count: number }>({
    name: ids === null ? "notifications_read_all" : "notifications_read",
    text: `with mine as (
             select n.id from notifications n
              where n.tenant_id = $1 and n.member_id = $2 and n.read_at is null ${ids === null ? "" : "and n.id = any($4::uuid[])"}
              order by n.id for update),
           done as (
             update notifications n set read_at = $3 from mine where n.tenant_id = $1 and n.id = mine.id returning 1)
           select count(*)::int as count from done`,
    values: [tx.tenantId, memberId, now, ...(ids === null ? [] : [ids])],
  });
  return row?.count ?? 0;
}
