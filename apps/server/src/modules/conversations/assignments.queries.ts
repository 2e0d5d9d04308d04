import type { Tx } from "#platform/db/database.ts";

export interface TakenOver {
  id: string;
  channel_id: string;
  contact_id: string;
  assignee_id: string | null;
  assignee_before: string | null;
  was_bots: boolean;
}

/** Only rows that change come back. Of two people who answered in one batch the first gets it. */
export function takeOver(tx: Tx, now: Date, replies: { conversationId: string; userId: string }[]): Promise<TakenOver[]> {
  return tx.query<TakenOver>({
    name: "conversations_take_over",
    text: `update conversations c
              set assignee_id = coalesce(c.assignee_id, r.user_id), handled_by = 'human', updated_at = $2,
                  status = case when b.was_bots then 'open' else c.status end,
                  pending_reason = case when b.was_bots then null else c.pending_reason end
             from (select distinct on (x.id) x.id, x.user_id from unnest($3::uuid[], $4::uuid[]) with ordinality x(id, user_id, n)
                    order by x.id, x.n) r
             join members m on m.tenant_id = $1 and m.user_id = r.user_id and m.status = 'active'
             join lateral (select k.assignee_id, k.pending_reason is not distinct from 'bot' as was_bots, k.handled_by from conversations k
                            where k.tenant_id = $1 and k.id = r.id) b on true
            where c.tenant_id = $1 and c.id = r.id and (b.assignee_id is null or b.was_bots or b.handled_by <> 'human')
            returning c.id, c.channel_id, c.contact_id, c.assignee_id, b.assignee_id as assignee_before, b.was_bots`,
    values: [tx.tenantId, now, replies.map((r) => r.conversationId), replies.map((r) => r.userId)],
  });
}

/** Unresolved ones, and those resolved since: they can come back. Served by conversations_by_assignee. */
export function releaseAssignments(tx: Tx, now: Date, userId: string, resolvedSince: Date): Promise<TakenOver[]> {
  return tx.query<TakenOver>({
    name: "conversations_release",
    // Locked in one order, as batches of messages lock them.
    text: `update conversations c set assignee_id = null, updated_at = $3
             from (select k.id from conversations k
                    where k.tenant_id = $1 and k.assignee_id = $2 and (k.status <> 'resolved' or k.resolved_at > $4)
                    order by k.id for no key update) held
            where c.tenant_id = $1 and c.id = held.id
            returning c.id, c.channel_id, c.contact_id, null::uuid as assignee_id, $2::uuid as assignee_before, false as was_bots`,
    values: [tx.tenantId, userId, now, resolvedSince],
  });
}
