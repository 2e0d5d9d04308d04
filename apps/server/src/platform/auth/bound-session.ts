/**
 * The condition that whoever made a login link for somebody else still stands: a key that is neither revoked nor without its grant, or an active
 * member. `alias` has made_by_kind and made_by; `tenant` is the column of the tenant it is about. For the cross-tenant worker. A key's own
 * end is not asked for: the session that came of it ends no later.
 */
export function makerStands(alias: string, tenant: string): string {
  return `case ${alias}.made_by_kind
            when 'api' then exists (
              select from api_keys mk where mk.tenant_id = ${tenant} and mk.id = ${alias}.made_by and mk.revoked_at is null
                 and (mk.grant_id is null or exists (
                   select from agency_grants g join agency_clients gc on gc.tenant_id = g.agency_id and gc.client_id = g.tenant_id
                    where g.tenant_id = mk.tenant_id and g.id = mk.grant_id and g.status = 'accepted' and gc.status in ('pending', 'active'))))
            when 'member' then exists (
              select from members mm where mm.tenant_id = ${tenant} and mm.user_id = ${alias}.made_by and mm.status = 'active')
            else true end`;
}
