import type { IncomingHttpHeaders } from "node:http";
import { hashApiKey, parseApiKey } from "./api-key.ts";
import { type Scope, isScope } from "./scopes.ts";
import type { Clock } from "../clock/clock.ts";
import type { Database } from "../db/database.ts";
import { AppError } from "../errors/app-error.ts";
import type { Credential } from "../http/context.ts";
import { createGcra } from "../rate-limit/gcra.ts";
import type { Wake } from "../jobs/wake.ts";

/**
 * Checks the API key of a request. Answers at once from a cache of one second, so a revoked key stops working within a
 * second on every process (at once where the revocation's wake-up arrives). A key whose form or checksum is wrong costs no
 * query; unknown keys are limited per address before they reach the database.
 */
export interface KeyVerifier {
  /** Throws unauthorized, or rate_limited after 20 failed look-ups a minute from one address. */
  verify(headers: IncomingHttpHeaders, address: string): Credential | Promise<Credential>;
  /** Writes last-used times that have gathered (at most one a minute and key). */
  flushUsage(): Promise<void>;
}

interface KeyRow {
  tenant_id: string;
  key_id: string;
  environment: "live" | "test";
  scopes: string[];
  rate_limit_per_minute: number | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  platform: boolean;
}

const cacheMs = 1_000;
const cacheEntriesMax = 50_000;
const failuresPerMinute = 20;

export function createKeyVerifier(options: { database: Database; clock: Clock; wake: Wake; monotonicMs?: () => number }): KeyVerifier {
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const cache = new Map<string, { credential: Credential | null; expiresAt: Date | null; readAt: number }>();
  const reading = new Map<string, Promise<Credential | null>>();
  const failures = createGcra({ now: monotonicMs });
  /** Look-ups under way by address. */
  const pendingOf = new Map<string, number>();
  const used = new Map<string, { tenantId: string; at: Date }>();
  options.wake.on("keys", () => cache.clear());

  async function read(key: string, cacheKey: string): Promise<Credential | null> {
    // Cross-tenant by nature: the tenant is unknown until the key is known.
    const [row] = await options.database.worker<KeyRow>({
      name: "api_key_by_hash",
      text: `select k.tenant_id, k.id as key_id, k.environment, k.scopes, k.rate_limit_per_minute, k.expires_at, k.revoked_at,
                    t.kind = 'platform' as platform
               from api_key_lookup l join api_keys k on k.tenant_id = l.tenant_id and k.id = l.key_id
               join tenants t on t.tenant_id = k.tenant_id
              where l.key_hash = $1`,
      values: [hashApiKey(key)],
    });
    const credential: Credential | null =
      row === undefined || row.revoked_at !== null
        ? null
        : {
            kind: "key",
            id: row.key_id,
            tenantId: row.tenant_id,
            actor: { kind: "api", id: row.key_id },
            environment: row.environment,
            scopes: new Set(row.scopes.filter((s): s is Scope => isScope(s))),
            rateLimitPerMinute: row.rate_limit_per_minute,
            platform: row.platform,
          };
    if (cache.size >= cacheEntriesMax) cache.clear();
    cache.set(cacheKey, { credential, expiresAt: row?.expires_at ?? null, readAt: monotonicMs() });
    return credential;
  }

  function accept(credential: Credential | null, cacheKey: string): Credential {
    const entry = cache.get(cacheKey);
    const now = options.clock.now();
    if (credential === null || (entry?.expiresAt != null && entry.expiresAt <= now)) throw new AppError("unauthorized");
    used.set(credential.id, { tenantId: credential.tenantId, at: now });
    return credential;
  }

  return {
    verify(headers, address) {
      const key = readKey(headers);
      if (parseApiKey(key) === null) throw new AppError("unauthorized");
      const known = cache.get(key);
      if (known !== undefined && monotonicMs() - known.readAt < (known.credential === null ? 10 * cacheMs : cacheMs)) {
        return accept(known.credential, key);
      }
      // A key that was good a second ago is asked anew without suspicion; others count against their address.
      const suspect = known?.credential == null;
      // Look-ups under way count too: however many come at once, only so many reach the database.
      if (suspect && (pendingOf.get(address) ?? 0) >= failures.take(address, { perMinute: failuresPerMinute }, 0).remaining) {
        throw new AppError("rate_limited", { message: "Too many failed keys from this address.", retryAfterSeconds: 3 });
      }
      let pending = reading.get(key);
      if (pending === undefined) {
        pendingOf.set(address, (pendingOf.get(address) ?? 0) + 1);
        pending = read(key, key).finally(() => {
          reading.delete(key);
          const rest = (pendingOf.get(address) ?? 1) - 1;
          if (rest > 0) pendingOf.set(address, rest);
          else pendingOf.delete(address);
        });
        reading.set(key, pending);
      }
      return pending.then((credential) => {
        if (credential === null) failures.take(address, { perMinute: failuresPerMinute });
        return accept(credential, key);
      });
    },
    async flushUsage() {
      if (used.size === 0) return;
      const rows = [...used].map(([id, { tenantId, at }]) => ({ id, tenant_id: tenantId, at }));
      used.clear();
      // Cross-tenant: one statement a minute for all keys this process has seen.
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

/** Authorization: Bearer (any case) or x-api-key; both and different is refused. Never from the query string. */
function readKey(headers: IncomingHttpHeaders): string {
  const authorization = headers.authorization;
  const bearer = authorization === undefined ? undefined : /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (authorization !== undefined && bearer === undefined)
    throw new AppError("unauthorized", { message: "The Authorization header must be: Bearer <API key>." });
  const plain = headers["x-api-key"];
  const header = Array.isArray(plain) ? plain[0] : plain;
  if (bearer !== undefined && header !== undefined && bearer !== header)
    throw new AppError("unauthorized", { message: "Authorization and x-api-key name different keys." });
  const key = bearer ?? header;
  if (key === undefined || key === "")
    throw new AppError("unauthorized", { message: "An API key is required: Authorization: Bearer <API key>, or x-api-key." });
  return key;
}
