import { delegatedKeyIsValidSql } from "./delegated-key.ts";

/**
 * A user's access as a text that never returns to an earlier value: the counter of changes to their password, second
 * factor, platform flag and suspension, and their role or membership in each of their tenants. Null for a deleted user.
 * For the cross-tenant worker.
 *
 * @param person SQL expression of their id
 *
 * @param tenant SQL expression of the one tenant that counts; null: all of theirs, including those they join later
 */
export function accessStateSql(person: string, tenant: string): string {
  return `(select su.access_version || coalesce(string_agg(' ' || sm.tenant_id || '=' || sm.access_version, '' order by sm.tenant_id), '')
             from users su left join members sm on sm.user_id = su.id and (${tenant} is null or sm.tenant_id = ${tenant})
            where su.id = ${person} group by su.id)`;
}

/**
 * The condition under which a login link is still valid, or a session from one continues: its recipient and, if
 * different, the member who created it still have exactly the access they had then, and a key that created it is not
 * revoked and, if it is delegated, still valid. `alias` has user_id, standing, made_by_kind, made_by and maker_standing.
 * For the cross-tenant worker. Does not check the key's expiry: the session never outlasts it anyway.
 *
 * @param tenant column of the tenant it is bound to; a link for oneself is bound to none
 */
export function linkIsValidSql(alias: string, tenant: string): string {
  const bound = `case when ${alias}.made_by_kind is not null then ${tenant} end`;
  return `(${alias}.standing = ${accessStateSql(`${alias}.user_id`, bound)} and case ${alias}.made_by_kind
            when 'api' then exists (
              select from api_keys mk where mk.tenant_id = ${tenant} and mk.id = ${alias}.made_by and mk.revoked_at is null
                 and ${delegatedKeyIsValidSql("mk")})
            when 'member' then ${alias}.maker_standing = ${accessStateSql(`${alias}.made_by`, tenant)}
            else true end)`;
}
