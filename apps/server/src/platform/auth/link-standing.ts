/**
 * What a person may do, as a text that never comes back once it has changed: how often their password, second factor, platform flag or
 * suspension changed, and their role or membership in each of their tenants. Null for somebody who is gone. For the cross-tenant worker.
 * @param person expression of their id
 * @param tenant expression of the one tenant that counts; null: all of theirs, those that they join later too
 */
export function standing(person: string, tenant: string): string {
  return `(select su.access_version || coalesce(string_agg(' ' || sm.tenant_id || '=' || sm.access_version, '' order by sm.tenant_id), '')
             from users su left join members sm on sm.user_id = su.id and (${tenant} is null or sm.tenant_id = ${tenant})
            where su.id = ${person} group by su.id)`;
}

/**
 * The condition that a login link still signs somebody in, or a session that came of one goes on: the person it is for and, where that is somebody
 * else, the member who made it may do exactly what they might when it was made, and a key that made it is neither revoked nor without its grant. `alias`
 * has user_id, standing, made_by_kind, made_by and maker_standing. For the cross-tenant worker. A key's own end is not asked for: the session that
 * came of it ends no later.
 * @param tenant column of the tenant it is bound to; where somebody made it for themself, it is bound to none
 */
export function linkStands(alias: string, tenant: string): string {
  const bound = `case when ${alias}.made_by_kind is not null then ${tenant} end`;
  return `(${alias}.standing = ${standing(`${alias}.user_id`, bound)} and case ${alias}.made_by_kind
            when 'api' then exists (
              select from api_keys mk where mk.tenant_id = ${tenant} and mk.id = ${alias}.made_by and mk.revoked_at is null
                 and (mk.grant_id is null or exists (
                   select from agency_grants g join agency_clients gc on gc.tenant_id = g.agency_id and gc.client_id = g.tenant_id
                    where g.tenant_id = mk.tenant_id and g.id = mk.grant_id and g.status = 'accepted' and gc.status in ('pending', 'active'))))
            when 'member' then ${alias}.maker_standing = ${standing(`${alias}.made_by`, tenant)}
            else true end)`;
}
