import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import { mintApiKey } from "#platform/auth/api-key.ts";
import { refuseBoundSession } from "#platform/auth/bound-session.ts";
import { platformAdminScopes } from "#platform/auth/roles.ts";
import { allScopes, isScope, type Scope } from "#platform/auth/scopes.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { type Database, sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import type { BatchedResponse, IdempotencyRequest } from "#platform/http/route.ts";
import type { Idempotency } from "#platform/idempotency/idempotency.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import * as queries from "./api-keys.queries.ts";
import type { ApiKey, CreateApiKey, CreatedApiKey, UpdateApiKey } from "./api-keys.schema.ts";

export interface ApiKeysDeps {
  ids: IdSource;
  database: Database;
  idempotency: Idempotency;
  clock: Clock;
  wake: Wake;
  /** For keys without a limit of their own. */
  rateLimitPerMinute: number;
  /** Active keys per tenant. */
  keysMax: number;
}

/**
 * Budgets that a key shares with the keys that created it. Each additional one would make every request more expensive.
 */
const sharedBudgetsMax = 4;

export function createApiKeysService(deps: ApiKeysDeps) {
  async function find(tx: Tx, wire: string): Promise<queries.ApiKeyRow> {
    const id = parseWireId("key", wire);
    const row = id === null ? null : await queries.findApiKey(tx, id);
    if (row === null) throw notFound(wire);
    return row;
  }

  /**
   * The scopes that an owner can give a key beyond their own: `admin:*`, which lets a key act on its own organization
   * only (platform/auth/reach.ts). Not in the platform organization, whose keys reach every organization.
   */
  async function ownersScopes(ctx: TxContext): Promise<ReadonlySet<Scope>> {
    if (ctx.session?.role !== "owner") return new Set();
    return (await queries.kindOfTenant(ctx.tx)) === "platform" ? new Set() : new Set(platformAdminScopes);
  }

  async function refuseTooMany(tx: Tx, now: Date): Promise<void> {
    if ((await queries.countActiveApiKeys(tx, now)) < deps.keysMax) return;
    throw new AppError("conflict", { message: `An organization can have at most ${deps.keysMax} active API keys. Revoke one first.` });
  }

  async function revoke(ctx: TxContext, id: string): Promise<{ id: string; deleted: true }> {
    if (!(await queries.revokeApiKey(ctx.tx, ctx.now, id))) throw notFound();
    await recordAudit(ctx, deps.ids, "api_key.revoked", wireId("key", id));
    return { id: wireId("key", id), deleted: true };
  }

  function systemContext(tx: Tx): TxContext {
    return {
      tenantId: tx.tenantId,
      actor: { kind: "system", id: "operator" },
      scopes: new Set(),
      session: null,
      requestId: "",
      now: deps.clock.now(),
      tx,
    };
  }

  return {
    async get(tx: Tx, wire: string): Promise<ApiKey> {
      return renderApiKey(await find(tx, wire));
    },

    /**
     * 403 for a session from another credential's login link, and insufficient_scope for a scope that the caller lacks;
     * 409 conflict if too many keys are active; 400 for a limit above the caller's own, or an expiry that has passed or
     * is later than the caller's own.
     */
    async create(ctx: TxContext, input: CreateApiKey): Promise<CreatedApiKey> {
      refuseBoundSession(ctx);
      const name = nameOf(input.name);
      const givable = await ownersScopes(ctx);
      const lacking = [...new Set(input.scopes)].filter((scope) => !ctx.scopes.has(scope) && !givable.has(scope));
      if (lacking.length > 0) {
        throw new AppError("insufficient_scope", {
          message: `You cannot give a key scopes that you do not have: ${lacking.join(", ")}.`,
          details: lacking.map((scope) => ({ field: scope, issue: "missing_scope" })),
        });
      }
      const expiresAt = input.expiresAt == null ? null : new Date(input.expiresAt);
      if (expiresAt !== null && !(expiresAt > ctx.now)) throw invalidField("expiresAt", "out_of_range", "expiresAt must be in the future.");
      // Otherwise an expiring key could outlive itself in a new one that does not expire.
      const end = ctx.session === null ? await queries.getExpiry(ctx.tx, ctx.actor.id) : null;
      if (end !== null && (expiresAt === null || expiresAt > end)) {
        throw invalidField(
          "expiresAt",
          expiresAt === null ? "required" : "out_of_range",
          `This key expires at ${end.toISOString()}, so expiresAt must not be later.`,
        );
      }
      // Otherwise a limited key could create an unlimited one. New keys also use up its budget, or many keys would
      // multiply it.
      const budgets = ctx.budgets ?? [];
      const own = budgets[0]?.perMinute ?? null;
      const limit = input.rateLimitPerMinute ?? own;
      if (limit !== null && limit > (own ?? deps.rateLimitPerMinute)) {
        throw invalidField("rateLimitPerMinute", "out_of_range", "You cannot give a higher rate limit than your own.");
      }
      if (own !== null && limit !== own && budgets.length >= sharedBudgetsMax) {
        throw invalidField("rateLimitPerMinute", "out_of_range", `Keys created through this many other keys share their limit: ${own}.`);
      }
      await refuseTooMany(ctx.tx, ctx.now);
      const minted = mintApiKey(input.environment ?? "live");
      const row = await queries.insertApiKey(ctx.tx, ctx.now, minted, {
        id: deps.ids.uuid(),
        name,
        scopes: inOrder(input.scopes),
        // null follows the default if the default changes.
        rateLimitPerMinute: input.rateLimitPerMinute === undefined && limit === deps.rateLimitPerMinute ? null : limit,
        budgets,
        createdBy: actorWireId(ctx.actor),
        expiresAt,
      });
      await recordAudit(ctx, deps.ids, "api_key.created", wireId("key", row.id), { scopes: row.scopes });
      return { ...renderApiKey(row), key: minted.key };
    },

    async rename(ctx: TxContext, wire: string, input: UpdateApiKey): Promise<ApiKey> {
      const row = await queries.renameApiKey(ctx.tx, (await find(ctx.tx, wire)).id, nameOf(input.name));
      if (row === null) throw notFound(wire);
      await recordAudit(ctx, deps.ids, "api_key.renamed", wire);
      return renderApiKey(row);
    },

    /**
     * Revokes a key; it stays in the list. Opens its own transaction, because other processes may drop the key from
     * their caches only after the commit; any earlier, they could read it as valid again. Revoking twice changes
     * nothing.
     */
    async revoke(ctx: Context, wire: string, idempotency: IdempotencyRequest | null): Promise<BatchedResponse> {
      const id = parseWireId("key", wire);
      if (id === null) throw notFound(wire);
      const answer = await deps.idempotency.run(ctx.tenantId, idempotency, ctx.now, async (tx) =>
        JSON.stringify(await revoke({ ...ctx, tx }, id)),
      );
      deps.wake.hint("keys");
      return answer;
    },

    /** For the CLI and the demo: any scopes, any limit. Ids are UUIDs. 404 for an unknown tenant. */
    async createKey(input: {
      tenantId: string;
      name: string;
      scopes: string[];
      rateLimitPerMinute?: number | undefined;
    }): Promise<{ id: string; key: string }> {
      const unknown = input.scopes.find((scope) => !isScope(scope));
      if (unknown !== undefined)
        throw invalidField("scopes", "unknown_value", `Unknown scope: ${unknown}. The scopes are ${allScopes.join(", ")}.`);
      if (input.scopes.length === 0) throw invalidField("scopes", "too_short", "A key needs at least one scope.");
      const limit = input.rateLimitPerMinute;
      if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= 10_000_000))
        throw invalidField("rateLimitPerMinute", "out_of_range");
      const minted = mintApiKey("live");
      const keyId = deps.ids.uuid();
      await deps.database.withTenant(input.tenantId, async (tx) => {
        const ctx = systemContext(tx);
        await refuseTooMany(tx, ctx.now);
        const row = await queries
          .insertApiKey(tx, ctx.now, minted, {
            id: keyId,
            name: nameOf(input.name),
            scopes: inOrder(input.scopes),
            rateLimitPerMinute: limit ?? null,
            createdBy: null,
            expiresAt: null,
            budgets: [],
          })
          .catch((error: unknown) => {
            throw sqlState(error) === "23503" ? notFound() : error;
          });
        await recordAudit(ctx, deps.ids, "api_key.created", wireId("key", keyId), { scopes: row.scopes });
      });
      return { id: keyId, key: minted.key };
    },

    /** For the CLI, which knows only the key's id. 404 for an unknown key. */
    async revokeKey(keyId: string): Promise<void> {
      const tenantId = await queries.findTenantOfKey(deps.database, keyId);
      if (tenantId === null) throw notFound();
      await deps.database.withTenant(tenantId, (tx) => revoke(systemContext(tx), keyId));
      deps.wake.hint("keys");
    },
  };
}

export type ApiKeysService = ReturnType<typeof createApiKeysService>;

/** Without duplicates, in the API reference's order. */
function inOrder(scopes: readonly string[]): string[] {
  return allScopes.filter((scope) => scopes.includes(scope));
}

function nameOf(text: string): string {
  const name = text.trim();
  if (name === "" || name.length > 200) throw invalidField("name", name === "" ? "too_short" : "too_long");
  return name;
}

export function renderApiKey(row: queries.ApiKeyRow): ApiKey {
  return {
    id: wireId("key", row.id),
    name: row.name,
    environment: row.environment,
    lastFour: row.last_four,
    scopes: row.scopes as ApiKey["scopes"],
    rateLimitPerMinute: row.rate_limit_per_minute,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}
