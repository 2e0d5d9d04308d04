import { memberRoles, roleScopes } from "./roles.ts";

/** May act for the clients of their agency. */
export const actingRoles = memberRoles.filter((role) => roleScopes[role].has("agency:act"));

/**
 * The part of delegatedKeyIsValidSql about whoever created the key. For the worker, or in the agency's tenant.
 *
 * @param agencyId expression
 * @param key alias of a row with made_by_kind, made_by and maker_stay
 */
export function makerStillActsSql(agencyId: string, key: string): string {
  return `case ${key}.made_by_kind
                 when 'api' then exists (
                   select from api_keys dk where dk.tenant_id = ${agencyId} and dk.id = ${key}.made_by and dk.revoked_at is null)
                 when 'member' then exists (
                   select from members dm where dm.tenant_id = ${agencyId} and dm.user_id = ${key}.made_by and dm.status = 'active'
                      and dm.stay = ${key}.maker_stay and dm.role in (${actingRoles.map((role) => `'${role}'`).join(", ")}))
                 else true end`;
}

/**
 * The condition under which a key of an agency still works: its grant and link are in force, the agency is not
 * suspended, and whoever created the key may still act for clients. That is a key of the agency that is not revoked, or
 * a member whose membership then has not been interrupted since. True for a key without a grant. For the cross-tenant
 * worker. Does not check expiries: the key itself ends first.
 *
 * Keys from before their creator was stored (for at most an hour after that release started) depend on the grant alone.
 *
 * @param key alias of api_keys
 */
export function delegatedKeyIsValidSql(key: string): string {
  return `(${key}.grant_id is null or (exists (
             select from agency_grants dg join agency_clients dc on dc.tenant_id = dg.agency_id and dc.client_id = dg.tenant_id
               join tenants da on da.tenant_id = dg.agency_id and da.suspended_at is null
              where dg.tenant_id = ${key}.tenant_id and dg.id = ${key}.grant_id and dg.status = 'accepted' and dc.status in ('pending', 'active'))
           and ${makerStillActsSql(`${key}.agency_id`, key)}))`;
}
