import type { Database, Tx } from "#platform/db/database.ts";
import type { Viewer, Visibility } from "./index.ts";

export function findVisibility(tx: Tx, userId: string | null): Promise<{ visibility: Visibility; divisions: string[] }[]> {
  return tx.query({
    name: "viewer_read",
    text: `with recursive mine (id) as (
             select unnest(m.division_ids) from members m where m.tenant_id = $1 and m.user_id = $2
             union
             select d.id from mine join divisions d on d.tenant_id = $1 and d.parent_id = mine.id)
           select s.visibility, array(select id from mine) as divisions from agent_settings s where s.tenant_id = $1 and s.visibility <> 'all'`,
    values: [tx.tenantId, userId],
  });
}

/**
 * The visibility condition on rows of `conversations` under `alias`; `value` returns a parameter's placeholder. `name` goes into the
 * statement's name, since the text differs.
 */
export function visibleTo(viewer: Viewer, alias: string, value: (parameter: unknown) => string): { name: string; condition: string } {
  const own = `${alias}.assignee_id = ${value(viewer.userId)}`;
  if (viewer.divisionIds === null) return { name: "assigned_to_viewer", condition: own };
  return {
    name: "of_viewers_divisions",
    condition: `(${own} or ${alias}.division_id is null or ${alias}.division_id = any(${value(viewer.divisionIds)}::uuid[]))`,
  };
}

/**
 * The visibility condition on rows under `alias` that name a conversation (`conversation_id`) or none: a row without one is visible. For
 * "assigned", PostgreSQL gathers the viewer's conversations first; "division" may make nearly all of them visible, so there each row looks up
 * its own (`limit 1` keeps them from being gathered). Measured on a busy machine with 100,000 tickets, each of its own conversation, for the
 * first 50 that a viewer sees: if 5 % of the conversations are theirs, or 10 in all, 32 and 54 ms when gathering, 4 and 2,116 ms when looking
 * up; if 6 % are in their division, or nearly all, 272 and 160 ms when gathering, 16 and 0.5 ms when looking up. So a list is slow for
 * whoever sees almost nothing in their divisions.
 */
export function throughConversation(
  viewer: Viewer,
  alias: string,
  value: (parameter: unknown) => string,
): { name: string; condition: string } {
  const { name, condition } = visibleTo(viewer, "v", value);
  const its = `from conversations v where v.tenant_id = ${alias}.tenant_id and v.id = ${alias}.conversation_id and ${condition}`;
  const visible = viewer.divisionIds === null ? `exists (select ${its})` : `(select v.id ${its} limit 1) is not null`;
  return { name, condition: `(${alias}.conversation_id is null or ${visible})` };
}

/** `visible` builds the condition on a conversation under an alias; see visibleTo. */
export function idsVisibleTo(
  tx: Tx,
  ids: string[],
  visible: (alias: string, value: (parameter: unknown) => string) => { name: string; condition: string },
): Promise<{ id: string }[]> {
  const values: unknown[] = [tx.tenantId, ids];
  const { name, condition } = visible("c", (parameter) => `$${values.push(parameter)}`);
  return tx.query({
    name: `visible_ids_${name}`,
    text: `select c.id from conversations c where c.tenant_id = $1 and c.id = any($2::uuid[]) and ${condition}`,
    values,
  });
}

export function conversationsSeenBy(
  database: Pick<Database, "worker">,
  peopleTenantIds: string[],
  userIds: string[],
  conversationTenantIds: string[],
  conversationIds: string[],
): Promise<{ tenant_id: string; user_id: string; restricted: boolean; visible: string[] }[]> {
  return database.worker({
    name: "viewers_conversations",
    text: `with recursive p as materialized (
             select x.tenant_id, x.user_id, s.visibility from unnest($1::uuid[], $2::uuid[]) as x(tenant_id, user_id)
               left join agent_settings s on s.tenant_id = x.tenant_id and s.visibility <> 'all'),
           mine (tenant_id, user_id, id) as (
             select p.tenant_id, p.user_id, unnest(m.division_ids) from p join members m on m.tenant_id = p.tenant_id and m.user_id = p.user_id
              where p.visibility = 'division'
             union
             select mine.tenant_id, mine.user_id, d.id from mine join divisions d on d.tenant_id = mine.tenant_id and d.parent_id = mine.id),
           given as materialized (
             select c.tenant_id, c.id, c.assignee_id, c.division_id from unnest($3::uuid[], $4::uuid[]) as g(tenant_id, id)
               join conversations c on c.tenant_id = g.tenant_id and c.id = g.id)
           select p.tenant_id, p.user_id, p.visibility is not null as restricted,
                  array(select c.id from given c where c.tenant_id = p.tenant_id and p.visibility is not null
                           and (c.assignee_id = p.user_id
                                or (p.visibility = 'division'
                                    and (c.division_id is null
                                         or exists (select from mine where mine.tenant_id = p.tenant_id and mine.user_id = p.user_id
                                                       and mine.id = c.division_id))))) as visible
             from p`,
    values: [peopleTenantIds, userIds, conversationTenantIds, conversationIds],
  });
}
