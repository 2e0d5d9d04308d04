import type { Clock } from "../clock/clock.ts";
import type { Database } from "../db/database.ts";
import { AppError } from "../errors/app-error.ts";
import type { Acting, SessionCredential } from "../http/context.ts";
import type { Wake } from "../jobs/wake.ts";
import { createCredentialCache, createHashLookup, type FailedLookups } from "./credential-cache.ts";
import { actingRoles, delegatedKeyIsValidSql } from "./delegated-key.ts";
import { type MemberRole, platformAdminScopes, roleScopes } from "./roles.ts";
import { hashToken, isToken } from "./session-token.ts";
import { type DefaultLimits, largestLimitSql, tenantBudget } from "./limits.ts";
import { linkIsValidSql } from "./link-validity.ts";
import { isScope } from "./scopes.ts";

/** Checks the session cookie of a request: one join, cached for a second. */
export interface SessionVerifier {
  /**
   * Throws unauthorized, or rate_limited for an unknown token after 20 failed lookups a minute from one client network.
   */
  verify(token: string, address: string): SessionCredential | Promise<SessionCredential>;
  /** Writes the collected last-used times, from which the idle time-out counts. */
  flushUsage(): Promise<void>;
}

interface SessionRow {
  id: string;
  user_id: string;
  tenant_id: string;
  role: MemberRole;
  platform_admin: boolean;
  agency: boolean;
  bound: boolean;
  by_link: boolean;
  tenant_largest: number | null;
  last_used_at: Date;
  expires_at: Date;
  acting_tenant_id: string | null;
  /** Null: it has ended. */
  acting_key_id: string | null;
  acting_scopes: string[];
  acting_grant_id: string;
  acting_expires_at: Date;
  acting_largest: number | null;
}

export function createSessionVerifier(options: {
  database: Database;
  clock: Clock;
  wake: Wake;
  lookups: FailedLookups;
  monotonicMs(): number;
  idleMs: number;
  limits: DefaultLimits;
}): SessionVerifier {
  const { database } = options;
  const used = new Map<string, Date>();

  const isSession = createHashLookup(async (hashes) => {
    // Cross-tenant by nature, like the lookup itself.
    const rows = await database.worker<{ token_hash: Buffer }>({
      name: "session_hashes",
      text: "select token_hash from user_sessions where token_hash = any($1::bytea[])",
      values: [hashes],
    });
    return rows.map((row) => row.token_hash);
  });

  const cache = createCredentialCache<SessionCredential>({
    ...options,
    async read(token) {
      // Cross-tenant by nature: the tenant is unknown until the token is found. Suspended or removed members, suspended
      // users and suspended organizations have no row here, and so no session. The same goes for a session from a login
      // link once its recipient's or creator's access has changed.
      const [row] = await database.worker<SessionRow>({
        name: "session_by_token",
        text: `select s.id, s.user_id, m.tenant_id, m.role, u.platform_admin and s.bound_tenant_id is null as platform_admin,
                        s.bound_tenant_id is not null as bound, s.standing is not null as by_link, ${largestLimitSql("m.tenant_id")} as tenant_largest, t.kind = 'agency' as agency, s.last_used_at, s.expires_at,
                        s.acting_tenant_id, k.id as acting_key_id, k.scopes as acting_scopes, k.grant_id as acting_grant_id,
                        k.expires_at as acting_expires_at, ${largestLimitSql("k.tenant_id")} as acting_largest
                 from user_sessions s
                 join users u on u.id = s.user_id
                 join members m on m.tenant_id = s.current_tenant_id and m.user_id = s.user_id
                 join tenants t on t.tenant_id = m.tenant_id
                 -- As in the verifier of keys, and only by the agency of the session's own tenant.
                 left join api_keys k on k.tenant_id = s.acting_tenant_id and k.id = s.acting_key_id and k.agency_id = s.current_tenant_id
                  and k.revoked_at is null
                  and exists (select from tenants ct where ct.tenant_id = k.tenant_id and ct.suspended_at is null)
                  and ${delegatedKeyIsValidSql("k")}
                where s.token_hash = $1 and m.status = 'active' and s.stay = m.stay and u.suspended_at is null and t.suspended_at is null
                  and (s.bound_tenant_id is null or s.bound_tenant_id = s.current_tenant_id)
                  and (s.standing is null or ${linkIsValidSql("s", "s.bound_tenant_id")})`,
        values: [hashToken(token)],
      });
      if (row === undefined) return null;
      const credential: SessionCredential = {
        kind: "session",
        id: row.user_id,
        sessionId: row.id,
        tenantId: row.tenant_id,
        actor: { kind: "member", id: row.user_id },
        role: row.role,
        platformAdmin: row.platform_admin,
        bound: row.bound,
        byLink: row.by_link,
        scopes: row.platform_admin ? new Set([...roleScopes[row.role], ...platformAdminScopes]) : roleScopes[row.role],
        budgets: [
          { tenantId: row.tenant_id, id: row.user_id, perMinute: options.limits.perMinute },
          tenantBudget(row.tenant_id, row.tenant_largest, options.limits),
        ],
        platform: row.platform_admin,
        agency: row.agency,
        ...(row.acting_tenant_id === null ? {} : { acting: actingOf(row, options.limits) }),
      };
      return {
        credential,
        isExpired(now) {
          // Includes uses that this process has not written yet.
          const lastMs = Math.max(row.last_used_at.getTime(), used.get(row.id)?.getTime() ?? 0);
          return row.expires_at <= now || lastMs + options.idleMs <= now.getTime();
        },
      };
    },
    exists: (token) => isSession(hashToken(token)),
    used: (credential, now) => void used.set(credential.sessionId, now),
  });
  options.wake.on("sessions", cache.clear);
  // A session from a key's login link ends with the key, and so does acting in a client.
  options.wake.on("keys", cache.clear);

  return {
    verify(token, address) {
      if (!isToken(token)) throw new AppError("unauthorized");
      return cache.get(token, address);
    },
    async flushUsage() {
      if (used.size === 0) return;
      const rows = [...used].map(([id, at]) => ({ id, at }));
      // Cross-tenant: one statement a minute for all sessions that this process has seen.
      await database.worker({
        name: "sessions_used",
        // Also updates an agent's lastSeenAt, at most once a minute.
        text: `with u as (
                 update user_sessions s set last_used_at = greatest(s.last_used_at, x.at)
                   from jsonb_to_recordset($1::jsonb) as x(id uuid, at timestamptz) where s.id = x.id
                 returning s.user_id, s.current_tenant_id, s.last_used_at)
               update members m set last_seen_at = greatest(m.last_seen_at, g.seen_at)
                 from (select u.user_id, u.current_tenant_id, max(u.last_used_at) as seen_at from u group by 1, 2) g
                where m.tenant_id = g.current_tenant_id and m.user_id = g.user_id`,
        values: [JSON.stringify(rows)],
      });
      for (const { id, at } of rows) if (used.get(id) === at) used.delete(id);
    },
  };
}

/** In the client: the delegated key's scopes, counted against the person's budget and the client's. */
function actingOf(row: SessionRow, limits: DefaultLimits): Acting {
  const { acting_tenant_id: tenantId, acting_key_id: id } = row;
  // A person who may no longer act for clients counts as having left the client.
  if (tenantId === null || id === null || !actingRoles.includes(row.role)) return { key: null, expiresAt: null };
  return {
    expiresAt: row.acting_expires_at,
    key: {
      kind: "key",
      id,
      tenantId,
      actor: { kind: "api", id, agencyId: row.tenant_id },
      environment: "live",
      scopes: new Set(row.acting_scopes.filter(isScope)),
      budgets: [
        { tenantId: row.tenant_id, id: row.user_id, perMinute: limits.perMinute },
        tenantBudget(tenantId, row.acting_largest, limits),
      ],
      platform: false,
      agency: false,
      delegation: { agencyId: row.tenant_id, grantId: row.acting_grant_id },
      personId: row.user_id,
      sessionId: row.id,
    },
  };
}
