import type { Database, Tx } from "#platform/db/database.ts";

/** Which of the given tenants have broadcasts. Runs as the cross-tenant worker, which reads the log for all. */
export async function tenantsWithBroadcasts(database: Pick<Database, "worker">, tenantIds: string[]): Promise<Set<string>> {
  const rows = await database.worker<{ tenant_id: string }>({
    name: "broadcasts_tenants",
    text: "select t.id as tenant_id from unnest($1::uuid[]) t (id) where exists (select from broadcasts b where b.tenant_id = t.id)",
    values: [tenantIds],
  });
  return new Set(rows.map((row) => row.tenant_id));
}

/** The highest status reported for a message. */
export interface ReportedStatus {
  msg: string;
  status: "sent" | "delivered" | "read" | "failed" | "unknown" | "skipped";
  /** An error code, or why it was skipped. */
  reason: string | null;
  /** When it was sent, at the latest. */
  at: string;
}

export interface StatusMove {
  broadcast_id: string;
  from: string;
  from_reason: string | null;
  to: string;
  to_reason: string | null;
}

/** Recipients only move forward: a second run changes nothing. */
export function applyStatuses(tx: Tx, statuses: ReportedStatus[]): Promise<StatusMove[]> {
  return tx.query<StatusMove>({
    name: "broadcast_track",
    text: `with target as (
             select r.broadcast_id, r.n, r.status as old, r.reason as old_reason, x.status as new, x.reason as new_reason, x.at
               from jsonb_to_recordset($2::jsonb) as x(msg uuid, status text, reason text, at timestamptz)
               join broadcast_recipients r on r.tenant_id = $1 and r.message_id = x.msg
              order by r.broadcast_id, r.n for no key update of r
           )
           update broadcast_recipients r
              set status = t.new, reason = t.new_reason,
                  sent_at = case when t.new in ('sent', 'delivered', 'read', 'unknown') then coalesce(r.sent_at, t.at) else r.sent_at end
             from target t
            where r.tenant_id = $1 and r.broadcast_id = t.broadcast_id and r.n = t.n
              and recipient_rank(t.new) > recipient_rank(t.old) and t.old not in ('failed', 'skipped')
              and not (t.new = 'failed' and t.old in ('delivered', 'read', 'replied'))
           returning r.broadcast_id, t.old as "from", t.old_reason as from_reason, t.new as "to", t.new_reason as to_reason`,
    values: [tx.tenantId, JSON.stringify(statuses)],
  });
}

/**
 * Recipients whose message the dispatcher took back wait again; in a cancelled broadcast they are skipped. Messages
 * taken back together with their recipient (pausing.ts) are not found. The broadcast is locked, so that it is not
 * cancelled and cleared meanwhile.
 */
export async function applyRecalled(tx: Tx, messageIds: string[]): Promise<StatusMove[]> {
  await tx.query({
    name: "broadcast_taken_back_hold",
    text: `select 1 from broadcasts b
            where b.tenant_id = $1 and b.id in (
              select r.broadcast_id from broadcast_recipients r where r.tenant_id = $1 and r.message_id = any($2::uuid[]) and r.status = 'sending')
            order by b.id for share of b`,
    values: [tx.tenantId, messageIds],
  });
  return tx.query<StatusMove>({
    name: "broadcast_taken_back",
    text: `update broadcast_recipients r
              set status = case when b.status = 'cancelled' then 'skipped' else 'pending' end,
                  reason = case when b.status = 'cancelled' then 'cancelled' end, message_id = null
             from broadcasts b
            where b.tenant_id = $1 and b.id = r.broadcast_id
              and r.tenant_id = $1 and r.message_id = any($2::uuid[]) and r.status = 'sending'
           returning r.broadcast_id, 'sending' as "from", null as from_reason, r.status as "to", r.reason as to_reason`,
    values: [tx.tenantId, messageIds],
  });
}

/**
 * For each inbound message: the last broadcast that its sender, or a contact merged into theirs, got on the channel
 * before. `i`: which message was the first.
 */
export function applyReplies(
  tx: Tx,
  replies: { contact: string; channel: string; at: string; since: string }[],
): Promise<(StatusMove & { i: number })[]> {
  return tx.query({
    name: "broadcast_replies",
    text: `with target as (
             select distinct on (l.broadcast_id, l.n) l.broadcast_id, l.n, l.status as old, x.at, x.i
               from jsonb_to_recordset($2::jsonb) as x(i integer, contact uuid, channel uuid, at timestamptz, since timestamptz)
              cross join lateral (
                select r.broadcast_id, r.n, r.status from broadcast_recipients r
                  join broadcasts b on b.tenant_id = $1 and b.id = r.broadcast_id and b.channel_id = x.channel
                 where r.tenant_id = $1 and (r.contact_id = x.contact or r.contact_id in (
                         select c.id from contacts c where c.tenant_id = $1 and c.merged_into_id = x.contact))
                   and r.sent_at between x.since and x.at
                 order by r.sent_at desc limit 1) l
              order by l.broadcast_id, l.n, x.at, x.i
           )
           update broadcast_recipients r set status = 'replied', replied_at = t.at
             from target t
            where r.tenant_id = $1 and r.broadcast_id = t.broadcast_id and r.n = t.n and r.status in ('sent', 'delivered', 'read', 'unknown')
           returning r.broadcast_id, t.old as "from", null as from_reason, 'replied' as "to", null as to_reason, t.i`,
    values: [tx.tenantId, JSON.stringify(replies.map(({ contact, channel, at, since }, i) => ({ i, contact, channel, at, since })))],
  });
}

/**
 * For each person who opted out: the last broadcast they got; one that the platform refused does not count. Returns
 * which broadcasts.
 */
export function applyOptOuts(tx: Tx, optOuts: { contact: string; at: string; since: string }[]): Promise<{ broadcast_id: string }[]> {
  return tx.query({
    name: "broadcast_opt_outs",
    text: `with target as (
             select l.broadcast_id, l.n, x.at
               from jsonb_to_recordset($2::jsonb) as x(contact uuid, at timestamptz, since timestamptz)
              cross join lateral (
                select r.broadcast_id, r.n from broadcast_recipients r
                 where r.tenant_id = $1 and (r.contact_id = x.contact or r.contact_id in (
                         select c.id from contacts c where c.tenant_id = $1 and c.merged_into_id = x.contact))
                   and r.sent_at between x.since and x.at and r.status in ('sent', 'delivered', 'read', 'replied', 'unknown')
                 order by r.sent_at desc limit 1) l
           )
           update broadcast_recipients r set opted_out_at = t.at
             from target t
            where r.tenant_id = $1 and r.broadcast_id = t.broadcast_id and r.n = t.n and r.opted_out_at is null
           returning r.broadcast_id`,
    values: [tx.tenantId, JSON.stringify(optOuts)],
  });
}
