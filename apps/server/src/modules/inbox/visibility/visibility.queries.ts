import type { Database, Tx } from "#platform/db/database.ts";
import type { Visibility } from "./index.ts";

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
