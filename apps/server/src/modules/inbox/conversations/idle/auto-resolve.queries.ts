import type { Database, Tx } from "#platform/db/database.ts";

export const batchMax = 200;

export interface Resolved {
  id: string;
  channel_id: string;
  contact_id: string;
  status_before: "open" | "pending";
  reason_before: "customer" | null;
}

/** Runs as the cross-tenant worker only to find tenants with something due; the work is done inside each. */
export function listTenants(
  database: Pick<Database, "worker">,
  now: Date,
): Promise<{ tenant_id: string; minutes: number; message: string | null }[]> {
  return database.worker({
    name: "auto_resolve_tenants",
    text: `select s.tenant_id, s.auto_resolve_minutes as minutes, s.auto_resolve_message as message from agent_settings s
            where s.auto_resolve_minutes is not null
              and exists (select from conversations c
                           where c.tenant_id = s.tenant_id and c.status in ('open', 'pending') and c.waiting_since is null
                             and (c.pending_reason is null or c.pending_reason = 'customer')
                             and c.last_message_at <= $1::timestamptz - make_interval(mins => s.auto_resolve_minutes))`,
    values: [now],
  });
}

export const idle = `c.status in ('open', 'pending') and c.waiting_since is null and (c.pending_reason is null or c.pending_reason = 'customer')
                and c.last_message_at <= $2`;

export function listIdle(tx: Tx, before: Date): Promise<{ id: string }[]> {
  return tx.query({
    name: "conversations_resting",
    text: `select c.id from conversations c where c.tenant_id = $1 and ${idle} order by c.last_message_at limit $3`,
    values: [tx.tenantId, before, batchMax],
  });
}

export async function isIdle(tx: Tx, id: string, before: Date): Promise<boolean> {
  const rows = await tx.query({
    name: "conversation_rests",
    text: `select 1 from conversations c where c.tenant_id = $1 and ${idle} and c.id = $3`,
    values: [tx.tenantId, before, id],
  });
  return rows.length === 1;
}

/** Oldest first. Locked rows are left to the next round. */
export function resolveIdle(tx: Tx, now: Date, before: Date, only: string[] | null): Promise<Resolved[]> {
  return tx.query<Resolved>({
    name: "conversations_auto_resolve",
    text: `with due as (
             select c.id, c.status, c.pending_reason from conversations c
              where c.tenant_id = $1 and c.status in ('open', 'pending') and c.waiting_since is null
                and (c.pending_reason is null or c.pending_reason = 'customer') and c.last_message_at <= $3
                and ($5::uuid[] is null or c.id = any($5))
              order by c.last_message_at limit $4 for no key update skip locked
           )
           update conversations c set status = 'resolved', pending_reason = null, resolved_at = $2, resolved_by = 'auto_resolve', updated_at = $2
             from due where c.tenant_id = $1 and c.id = due.id
           returning c.id, c.channel_id, c.contact_id, due.status as status_before, due.pending_reason as reason_before`,
    values: [tx.tenantId, now, before, batchMax, only],
  });
}
