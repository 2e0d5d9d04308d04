import { actingRoles, delegatedKeyIsValidSql } from "#platform/auth/delegated-key.ts";
import { linkIsValidSql } from "#platform/auth/link-validity.ts";
import { type MemberRole, memberRoles, roleScopes } from "#platform/auth/roles.ts";
import type { Database } from "#platform/db/database.ts";

/** Which of these keys may not read events (any more). Cross-tenant: one query for all streams of the process. */
export function withdrawnKeys(
  database: Pick<Database, "worker">,
  keys: { tenantId: string; id: string }[],
  now: Date,
): Promise<{ id: string }[]> {
  return database.worker<{ id: string }>({
    name: "stream_keys_withdrawn",
    text: `select k.id from unnest($1::uuid[], $2::uuid[]) as s(tenant_id, id)
             join api_keys k on k.tenant_id = s.tenant_id and k.id = s.id
             join tenants t on t.tenant_id = k.tenant_id
            where t.suspended_at is not null or k.revoked_at is not null or k.expires_at <= $3 or not ('webhooks:read' = any(k.scopes))
               or not ${delegatedKeyIsValidSql("k")}`,
    values: [keys.map((k) => k.tenantId), keys.map((k) => k.id), now],
  });
}

/** Those of the sessions that still act in a client with the key, for people who may. Like `liveSessions`. */
export function actingSessions(
  database: Pick<Database, "worker">,
  acting: { tenantId: string; keyId: string; sessionId: string }[],
  now: Date,
): Promise<{ id: string; key_id: string }[]> {
  return database.worker<{ id: string; key_id: string }>({
    name: "stream_sessions_acting",
    text: `select s.id, s.acting_key_id as key_id from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as x(tenant_id, key_id, session_id)
             join user_sessions s on s.id = x.session_id and s.acting_tenant_id = x.tenant_id and s.acting_key_id = x.key_id and s.expires_at > $4
             join members m on m.tenant_id = s.current_tenant_id and m.user_id = s.user_id and m.status = 'active' and m.stay = s.stay and m.role = any($5)
            where s.bound_tenant_id is null and (s.standing is null or ${linkIsValidSql("s", "s.bound_tenant_id")})`,
    values: [acting.map((s) => s.tenantId), acting.map((s) => s.keyId), acting.map((s) => s.sessionId), now, actingRoles],
  });
}

/**
 * Those of the sessions that may still read events of these tenants, with their current role. As the worker: sessions belong to people, and
 * are read for all tenants' streams at once. An open stream counts as use, so it never ends by idling.
 */
export function liveSessions(
  database: Pick<Database, "worker">,
  sessions: { tenantId: string; id: string }[],
  now: Date,
): Promise<{ id: string; role: MemberRole }[]> {
  const roles = memberRoles.filter((role) => roleScopes[role].has("conversations:read"));
  return database.worker<{ id: string; role: MemberRole }>({
    name: "stream_sessions_live",
    text: `select s.id, m.role from unnest($1::uuid[], $2::uuid[]) as x(tenant_id, id)
             join user_sessions s on s.id = x.id and s.current_tenant_id = x.tenant_id and s.expires_at > $3
             join tenants t on t.tenant_id = x.tenant_id and t.suspended_at is null
             join members m on m.tenant_id = x.tenant_id and m.user_id = s.user_id and m.status = 'active' and m.stay = s.stay and m.role = any($4)
            where (s.bound_tenant_id is null or s.bound_tenant_id = x.tenant_id)
              and (s.standing is null or ${linkIsValidSql("s", "s.bound_tenant_id")})`,
    values: [sessions.map((s) => s.tenantId), sessions.map((s) => s.id), now, roles],
  });
}
