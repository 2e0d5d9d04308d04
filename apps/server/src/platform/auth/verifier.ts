import type { IncomingHttpHeaders } from "node:http";
import type { Clock } from "../clock/clock.ts";
import type { Database } from "../db/database.ts";
import { AppError } from "../errors/app-error.ts";
import type { Budget, Credential, Granted, KeyCredential, SessionCredential } from "../http/context.ts";
import type { Wake } from "../jobs/wake.ts";
import { hashApiKey, parseApiKey } from "./api-key.ts";
import { createCredentialCache, createFailedLookups, createHashLookup } from "./credential-cache.ts";
import { delegatedKeyIsValidSql } from "./delegated-key.ts";
import { type DefaultLimits, largestLimitSql, tenantBudget } from "./limits.ts";
import { isScope, type Scope } from "./scopes.ts";
import { readSessionCookie } from "./session-token.ts";
import { createSessionVerifier } from "./session-verifier.ts";

/**
 * Checks the credential of a request: an API key in a header, otherwise the session of a cookie. If a key is sent, it
 * alone decides. Results are cached for one second, so a revoked credential stops working within a second on every
 * process (immediately where the wake-up arrives). A malformed one, or one with a wrong checksum, costs no query;
 * unknown credentials are limited per client network (an IPv6 client's /64).
 */
export interface Verifier {
  /**
   * Throws unauthorized, or rate_limited for an unknown credential after 20 failed lookups a minute from one client
   * network.
   */
  verify(headers: IncomingHttpHeaders, address: string): Credential | Promise<Credential>;
  /** The same for a session's token. */
  verifySession(token: string, address: string): SessionCredential | Promise<SessionCredential>;
  /** Writes the collected last-used times (at most one per minute and credential). */
  flushUsage(): Promise<void>;
}

interface KeyRow {
  tenant_id: string;
  key_id: string;
  environment: "live" | "test";
  scopes: string[];
  rate_limit_per_minute: number | null;
  makers: { tenantId: string; id: string; perMinute: number | null }[] | null;
  tenant_largest: number | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  kind: "business" | "agency" | "platform";
  agency_id: string | null;
  grant_id: string | null;
  granted: { tenant_id: string; scopes: string[]; expires_at: string | null }[] | null;
}

export function createVerifier(options: {
  database: Database;
  clock: Clock;
  wake: Wake;
  /** How long an unused session lives. */
  sessionIdleMs: number;
  /** Where browsers reach this server; the cookie's name depends on it. */
  publicUrl: string | undefined;
  limits: DefaultLimits;
  monotonicMs?: () => number;
}): Verifier {
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const lookups = createFailedLookups(monotonicMs);
  const sessions = createSessionVerifier({ ...options, lookups, monotonicMs, idleMs: options.sessionIdleMs });
  const used = new Map<string, { tenantId: string; at: Date }>();

  const isKey = createHashLookup(async (hashes) => {
    // Cross-tenant by nature, like the lookup itself.
    const rows = await options.database.worker<{ key_hash: Buffer }>({
      name: "api_key_hashes",
      text: "select key_hash from api_key_lookup where key_hash = any($1::bytea[])",
      values: [hashes],
    });
    return rows.map((row) => row.key_hash);
  });

  const keys = createCredentialCache<KeyCredential>({
    clock: options.clock,
    monotonicMs,
    lookups,
    async read(key) {
      // Cross-tenant by nature: the tenant is unknown until the key is found.
      const [row] = await options.database.worker<KeyRow>({
        name: "api_key_by_hash",
        text: `select k.tenant_id, k.id as key_id, k.environment, k.scopes, k.rate_limit_per_minute, k.expires_at, k.revoked_at,
                      (select json_agg(json_build_object('tenantId', a.tenant_id, 'id', a.id, 'perMinute', a.rate_limit_per_minute) order by b.n)
                         from unnest(k.budget_tenant_ids, k.budget_key_ids) with ordinality as b(tenant_id, key_id, n)
                         join api_keys a on a.tenant_id = b.tenant_id and a.id = b.key_id) as makers,
                      ${largestLimitSql("k.tenant_id")} as tenant_largest, t.kind, k.agency_id, k.grant_id,
                      case when t.kind = 'agency' and k.grant_id is null and k.scopes && array['admin:read', 'admin:write'] then (
                        select json_agg(json_build_object('tenant_id', g.tenant_id, 'scopes', g.scopes, 'expires_at', g.expires_at))
                          from agency_clients c
                          join agency_grants g on g.tenant_id = c.client_id and g.agency_id = c.tenant_id and g.status = 'accepted'
                         where c.tenant_id = k.tenant_id and c.status in ('pending', 'active')
                           and g.scopes && array['admin:read', 'admin:write']) end as granted
                 from api_key_lookup l join api_keys k on k.tenant_id = l.tenant_id and k.id = l.key_id
                 join tenants t on t.tenant_id = k.tenant_id
                where l.key_hash = $1 and t.suspended_at is null
                  -- A delegated key lives with its grant and its creator, and stops with its agency.
                  and ${delegatedKeyIsValidSql("k")}`,
        values: [hashApiKey(key)],
      });
      if (row === undefined || row.revoked_at !== null) return null;
      return {
        credential: {
          kind: "key",
          id: row.key_id,
          tenantId: row.tenant_id,
          actor: { kind: "api", id: row.key_id, ...(row.agency_id === null ? {} : { agencyId: row.agency_id }) },
          environment: row.environment,
          scopes: scopesOf(row.scopes),
          budgets: budgetsOf(row, options.limits),
          // A credential under a grant has neither flag: a grant covers only the organization itself.
          platform: row.kind === "platform" && row.grant_id === null,
          agency: row.kind === "agency" && row.grant_id === null,
          ...(row.granted === null ? {} : { granted: row.granted.map(grantedOf) }),
          ...(row.agency_id === null || row.grant_id === null ? {} : { delegation: { agencyId: row.agency_id, grantId: row.grant_id } }),
        },
        isExpired: (now) => row.expires_at !== null && row.expires_at <= now,
      };
    },
    exists: (key) => isKey(hashApiKey(key)),
    used: (credential, now) => void used.set(credential.id, { tenantId: credential.tenantId, at: now }),
  });
  options.wake.on("keys", keys.clear);

  return {
    verify(headers, address) {
      const token =
        headers.authorization === undefined && headers["x-api-key"] === undefined
          ? readSessionCookie(headers.cookie, options.publicUrl)
          : null;
      if (token !== null) return sessions.verify(token, address);
      const key = readKey(headers);
      if (parseApiKey(key) === null) throw new AppError("unauthorized");
      return keys.get(key, address);
    },
    verifySession: (token, address) => sessions.verify(token, address),
    async flushUsage() {
      await sessions.flushUsage();
      if (used.size === 0) return;
      const rows = [...used].map(([id, { tenantId, at }]) => ({ id, tenant_id: tenantId, at }));
      used.clear();
      // Cross-tenant: one statement a minute for all keys that this process has seen.
      await options.database.worker({
        name: "api_keys_used",
        text: `update api_keys k set last_used_at = greatest(k.last_used_at, u.at)
                 from jsonb_to_recordset($1::jsonb) as u(id uuid, tenant_id uuid, at timestamptz)
                where k.tenant_id = u.tenant_id and k.id = u.id`,
        values: [JSON.stringify(rows)],
      });
    },
  };
}

function budgetsOf(row: KeyRow, limits: DefaultLimits): Budget[] {
  const own = { tenantId: row.tenant_id, id: row.key_id, perMinute: row.rate_limit_per_minute ?? limits.perMinute };
  const makers = (row.makers ?? []).map((maker) => ({ ...maker, perMinute: maker.perMinute ?? limits.perMinute }));
  // With the limit of the key that created it, it uses only that key's budget.
  const counted = makers[0] !== undefined && own.perMinute >= makers[0].perMinute ? makers : [own, ...makers];
  return [...counted, tenantBudget(row.tenant_id, row.tenant_largest, limits)];
}

function scopesOf(names: string[]): ReadonlySet<Scope> {
  return new Set(names.filter((s): s is Scope => isScope(s)));
}

function grantedOf(row: { tenant_id: string; scopes: string[]; expires_at: string | null }): Granted {
  return {
    tenantId: row.tenant_id,
    scopes: scopesOf(row.scopes),
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
  };
}

/** Authorization: Bearer (any case) or x-api-key; two different ones are refused. Keys in the query string are never read. */
function readKey(headers: IncomingHttpHeaders): string {
  const authorization = headers.authorization;
  const bearer = authorization === undefined ? undefined : /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (authorization !== undefined && bearer === undefined)
    throw new AppError("unauthorized", { message: "The Authorization header must be: Bearer <API key>." });
  const plain = headers["x-api-key"];
  const header = Array.isArray(plain) ? plain[0] : plain;
  if (bearer !== undefined && header !== undefined && bearer !== header)
    throw new AppError("unauthorized", { message: "Authorization and x-api-key contain different keys." });
  const key = bearer ?? header;
  if (key === undefined || key === "")
    throw new AppError("unauthorized", {
      message: "An API key or a session is required: Authorization: Bearer <API key>, x-api-key, or a session cookie.",
    });
  return key;
}
