import type { Tx } from "#platform/db/database.ts";

export interface TakenOver {
  id: string;
  channel_id: string;
  contact_id: string;
  assignee_id: string | null;
  assignee_before: string | null;
  was_bots: boolean;
}

/**
 * Returns only the rows that change, each with the position in `replies` of the one that counts: if two people replied within one batch, the
 * first known member gets the conversation.
 */
export function takeOver(
  tx: Tx,
  now: Date,
  replies: { conversationId: string; userId: string | null }[],
): Promise<(TakenOver & { reply: number })[]> {
  return tx.query<TakenOver & { reply: number }>({
    name: "conversations_take_over",
    text: `update conversations c
              set assignee_id = coalesce(c.assignee_id, r.user_id), handled_by = 'human', updated_at = $2,
                  status = case when b.was_bots then 'open' else c.status end,
                  pending_reason = case when b.was_bots then null else c.pending_reason end
             from (select distinct on (x.id) x.id, x.user_id, x.n
                     from unnest($3::uuid[], $4::uuid[]) with ordinality x(id, user_id, n)
                     left join members m on m.tenant_id = $1 and m.user_id = x.user_id and m.status = 'active'
                    where x.user_id is null or m.user_id is not null
                    order by x.id, x.user_id is null, x.n) r
             join lateral (select k.assignee_id, k.pending_reason is not distinct from 'bot' as was_bots, k.handled_by from conversations k
                            where k.tenant_id = $1 and k.id = r.id) b on true
            where c.tenant_id = $1 and c.id = r.id
              and ((b.assignee_id is null and r.user_id is not null) or b.was_bots or b.handled_by <> 'human')
            returning c.id, c.channel_id, c.contact_id, c.assignee_id, b.assignee_id as assignee_before, b.was_bots,
                      (r.n - 1)::integer as reply`,
    values: [tx.tenantId, now, replies.map((r) => r.conversationId), replies.map((r) => r.userId)],
  });
}

/** Unresolved conversations, and recently resolved ones, which may be reopened. Served by conversations_by_assignee. */
export function releaseAssignments(tx: Tx, now: Date, userId: string, resolvedSince: Date): Promise<TakenOver[]> {
  return tx.query<TakenOver>({
    name: "conversations_release",
    // Locked in the order in which batches of messages lock them.
    text: `update conversations c set assignee_id = null, updated_at = $3
             from (select k.id from conversations k
                    where k.tenant_id = $1 and k.assignee_id = $2 and (k.status <> 'resolved' or k.resolved_at > $4)
                    order by k.id for no key update) held
            where c.tenant_id = $1 and c.id = held.id
            returning c.id, c.channel_id, c.contact_id, null::uuid as assignee_id, $2::uuid as assignee_before, false as was_bots`,
    values: [tx.tenantId, userId, now, resolvedSince],
  });
}

export interface Unassigned {
  id: string;
  channel_id: string;
  contact_id: string;
  division_id: string | null;
  assignee_id: string | null;
  /** The agent to whom the customer was last assigned. */
  previous_id: string | null;
}

/**
 * Open conversations without an assignee, longest wait first, after a position. Not locked, because most may have no suitable agent. Served
 * by conversations_unassigned and conversations_by_contact.
 */
export function listUnassigned(tx: Tx, after: [string, string] | null, limit: number): Promise<(Unassigned & { waited: string })[]> {
  return tx.query({
    name: "conversations_list_unassigned",
    text: `select c.id, c.channel_id, c.contact_id, c.division_id, c.assignee_id, coalesce(c.waiting_since, c.created_at)::text as waited,
                  (select p.assignee_id from conversations p
                    where p.tenant_id = $1 and p.contact_id = c.contact_id and p.assignee_id is not null
                    order by p.last_message_at desc, p.id desc limit 1) as previous_id
             from conversations c
            where c.tenant_id = $1 and c.status = 'open' and c.assignee_id is null and c.handled_by = 'human'
              and ($2::timestamptz is null or (coalesce(c.waiting_since, c.created_at), c.id) > ($2, $3::uuid))
            order by coalesce(c.waiting_since, c.created_at), c.id limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/**
 * Locks the conversations that are still as listed: unassigned, with the same channel and division. Skips rows locked by others. Returns
 * their ids.
 */
export async function claimUnassigned(tx: Tx, listed: Pick<Unassigned, "id" | "division_id">[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>({
    name: "conversations_claim_unassigned",
    text: `select c.id from unnest($2::uuid[], $3::uuid[]) x (id, division_id) join conversations c on c.tenant_id = $1 and c.id = x.id
            where c.status = 'open' and c.assignee_id is null and c.handled_by = 'human' and c.division_id is not distinct from x.division_id
            order by c.id for no key update of c skip locked`,
    values: [tx.tenantId, listed.map((c) => c.id), listed.map((c) => c.division_id)],
  });
  return new Set(rows.map((row) => row.id));
}

/** Open conversations whose customer is waiting for an offline agent, longest wait first, after a position. Not locked. */
export function listOfAbsent(tx: Tx, after: [string, string] | null, limit: number): Promise<(Unassigned & { waited: string })[]> {
  return tx.query({
    name: "conversations_list_of_absent",
    text: `select c.id, c.channel_id, c.contact_id, c.division_id, c.assignee_id, null::uuid as previous_id, c.waiting_since::text as waited
             from members m
             join conversations c on c.tenant_id = $1 and c.assignee_id = m.user_id and c.status = 'open' and c.waiting_since is not null
            where m.tenant_id = $1 and m.availability = 'offline' and m.status = 'active'
              and ($2::timestamptz is null or (c.waiting_since, c.id) > ($2, $3::uuid))
            order by c.waiting_since, c.id limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Locks the conversations that are still as listed, and waiting. Skips rows locked by others. Returns their ids. */
export async function claimFromAbsent(tx: Tx, listed: Pick<Unassigned, "id" | "division_id" | "assignee_id">[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>({
    name: "conversations_claim_of_absent",
    text: `select c.id from unnest($2::uuid[], $3::uuid[], $4::uuid[]) x (id, division_id, assignee_id)
             join conversations c on c.tenant_id = $1 and c.id = x.id
            where c.status = 'open' and c.waiting_since is not null and c.assignee_id = x.assignee_id
              and c.division_id is not distinct from x.division_id
            order by c.waiting_since, c.id for no key update of c skip locked`,
    values: [tx.tenantId, listed.map((c) => c.id), listed.map((c) => c.division_id), listed.map((c) => c.assignee_id)],
  });
  return new Set(rows.map((row) => row.id));
}

export async function assign(tx: Tx, now: Date, input: { id: string; userId: string }[]): Promise<void> {
  await tx.query({
    name: "conversations_assign",
    text: `update conversations c set assignee_id = g.user_id, updated_at = $2
             from unnest($3::uuid[], $4::uuid[]) g (id, user_id) where c.tenant_id = $1 and c.id = g.id`,
    values: [tx.tenantId, now, input.map((g) => g.id), input.map((g) => g.userId)],
  });
}

export function moveDivision(
  tx: Tx,
  now: Date,
  from: string,
  to: string,
): Promise<{ id: string; channel_id: string; contact_id: string; status: string }[]> {
  return tx.query({
    name: "conversations_move_division",
    text: `update conversations c set division_id = $3, updated_at = $4 where c.tenant_id = $1 and c.division_id = $2
           returning c.id, c.channel_id, c.contact_id, c.status`,
    values: [tx.tenantId, from, to, now],
  });
}

export interface HandedToBot {
  id: string;
  channel_id: string;
  contact_id: string;
}

export function handToBot(tx: Tx, ids: string[], now: Date): Promise<HandedToBot[]> {
  return tx.query({
    name: "conversations_give_to_bot",
    text: `update conversations c set status = 'pending', pending_reason = 'bot', handled_by = 'bot', updated_at = $3
            where c.tenant_id = $1 and c.id = any($2::uuid[]) and c.status = 'open'
           returning c.id, c.channel_id, c.contact_id`,
    values: [tx.tenantId, ids, now],
  });
}

export async function markWaiting(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.query({
    name: "conversation_waits_for_people",
    text: "update conversations set waiting_since = coalesce(waiting_since, $3) where tenant_id = $1 and id = $2 and status = 'open'",
    values: [tx.tenantId, id, now],
  });
}

/** The assignees (uuids) of those of the conversations that are resolved, or of all. */
export async function assigneesOf(tx: Tx, ids: string[], anyStatus: boolean): Promise<string[]> {
  const rows = await tx.query<{ assignee_id: string }>({
    name: "conversations_assignees",
    text: `select distinct assignee_id from conversations
            where tenant_id = $1 and id = any($2::uuid[]) and assignee_id is not null and ($3 or status = 'resolved')`,
    values: [tx.tenantId, ids, anyStatus],
  });
  return rows.map((row) => row.assignee_id);
}
