import type { Database, Tx } from "#platform/db/database.ts";

/**
 * Tenants with automatic assignment and something to assign, ordered by id. Runs as the cross-tenant worker only to find them; the work is
 * done inside each.
 */
export async function listTenants(database: Pick<Database, "worker">, after: string, limit: number): Promise<string[]> {
  const rows = await database.worker<{ tenant_id: string }>({
    name: "assignment_tenants",
    text: `select s.tenant_id from agent_settings s
            where s.tenant_id > $1 and s.auto_assign and s.strategy <> 'manual'
              and (exists (select from conversations c
                            where c.tenant_id = s.tenant_id and c.status = 'open' and c.assignee_id is null and c.handled_by = 'human')
                or s.reassign_on_offline and exists (
                     select from members m
                       join conversations c on c.tenant_id = s.tenant_id and c.assignee_id = m.user_id and c.status = 'open'
                        and c.waiting_since is not null
                      where m.tenant_id = s.tenant_id and m.availability = 'offline' and m.status = 'active'))
            order by s.tenant_id limit $2`,
    values: [after, limit],
  });
  return rows.map((row) => row.tenant_id);
}

export interface CandidateRow {
  user_id: string;
  online: boolean;
  max: number | null;
  channel_ids: string[];
  division_ids: string[];
  last_assigned: number | null;
}

/**
 * Agents eligible for a conversation, locked in id order until the transaction ends. An agent being suspended concurrently either is not
 * among them or loses afterwards what they got here.
 */
export function lockCandidates(tx: Tx, onlyOnline: boolean): Promise<CandidateRow[]> {
  return tx.query<CandidateRow>({
    name: "assignment_lock_candidates",
    text: `select m.user_id, m.availability = 'online' as online, m.max_open_conversations as max, m.channel_ids, m.division_ids,
                  extract(epoch from m.last_assigned_at)::float8 as last_assigned
             from members m
            where m.tenant_id = $1 and m.status = 'active' and m.role <> 'viewer' and (not $2 or m.availability = 'online')
            order by m.user_id for no key update`,
    values: [tx.tenantId, onlyOnline],
  });
}

/** Call it with the candidates locked, so that it counts what others have assigned before. */
export async function countOpen(tx: Tx, userIds: string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ assignee_id: string; n: number }>({
    name: "assignment_count_open",
    text: `select c.assignee_id, count(*)::integer as n from conversations c
            where c.tenant_id = $1 and c.status = 'open' and c.assignee_id = any($2::uuid[]) group by c.assignee_id`,
    values: [tx.tenantId, userIds],
  });
  return new Map(rows.map((row) => [row.assignee_id, row.n]));
}

export function readTree(tx: Tx): Promise<{ id: string; parent_id: string | null }[]> {
  return tx.query({ name: "assignment_tree", text: "select id, parent_id from divisions where tenant_id = $1", values: [tx.tenantId] });
}

/** Records the turns one microsecond apart, so that turns given at the same instant keep their order. */
export async function recordTurns(tx: Tx, now: Date, turns: { userId: string; turn: number }[]): Promise<void> {
  await tx.query({
    name: "assignment_turns",
    text: `update members m set last_assigned_at = $2::timestamptz + make_interval(secs => g.turn / 1000000.0)
             from unnest($3::uuid[], $4::integer[]) g (user_id, turn) where m.tenant_id = $1 and m.user_id = g.user_id`,
    values: [tx.tenantId, now, turns.map((t) => t.userId), turns.map((t) => t.turn)],
  });
}
