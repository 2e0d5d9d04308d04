import { recordAudit } from "#platform/audit/audit.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Timers } from "#platform/clock/timers.ts";
import { EnvelopeError } from "#platform/crypto/envelope.ts";
import { Secret } from "#platform/crypto/secret.ts";
import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import { type Database, sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, brokenRule, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { readBaseUrl } from "#platform/outbound-http/url-input.ts";
import type { OutboundGuard } from "#platform/outbound-http/guard.ts";
import * as queries from "./ai-keys.queries.ts";
import type { AiKey, AiKeyTest, CreateAiKey, UpdateAiKey } from "./ai-keys.schema.ts";
import { type CircuitRow, forgetCircuits, listCircuits } from "./circuits.queries.ts";
import { type KeyTrial, tryKey } from "./key-test.ts";
import { systemContext } from "./system-context.ts";
import { defaultBaseUrls, type Provider, type ProviderAccess } from "./providers.ts";

export interface AiKeysDeps {
  database: Database;
  ids: IdSource;
  clock: Clock;
  timers: Timers;
  secrets: TenantSecrets;
  outbound: OutboundClient;
  guard: OutboundGuard;
}

/** An enabled key, unsealed. */
export interface UsableKey {
  /** uuid */
  id: string;
  revision: number;
  state: queries.KeyState;
  models: string[];
  access: ProviderAccess;
}

export interface TestedKey {
  row: queries.KeyRow;
  trial: KeyTrial;
}

const keysMax = 20;
const secretLocation = (id: string) => ({ table: "ai_keys", column: "api_key", rowId: id });

export function createAiKeysService(deps: AiKeysDeps) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.KeyRow> {
    const id = parseWireId("aik", wire);
    const row = id === null ? null : await queries.findKey(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function open(tx: Tx, row: queries.KeyRow): Promise<ProviderAccess> {
    const text = await deps.secrets.open(tx, secretLocation(row.id), row.api_key);
    return { provider: row.provider, baseUrl: row.base_url, apiKey: new Secret(text) };
  }

  /**
   * null: the stored value was not sealed for this row, or was altered. Throws if the installation's own key is
   * missing.
   */
  async function openIfReadable(tx: Tx, row: queries.KeyRow): Promise<ProviderAccess | null> {
    try {
      return await open(tx, row);
    } catch (error) {
      if (error instanceof EnvelopeError && error.code !== "unknown_root_key") return null;
      throw error;
    }
  }

  async function recordUnreadable(tx: Tx, row: queries.KeyRow): Promise<void> {
    const now = deps.clock.now();
    if (!(await queries.recordState(tx, now, row.id, row.revision, "failed", "unreadable"))) return;
    await recordAudit(systemContext(tx, now), deps.ids, "ai_key.failed", wireId("aik", row.id), { error: "unreadable" });
  }

  async function renderAll(tx: Tx, now: Date, rows: queries.KeyRow[]): Promise<AiKey[]> {
    const circuits = await listCircuits(
      tx,
      rows.map((row) => row.id),
    );
    return rows.map((row) => render(row, circuits, now));
  }

  async function renderOne(ctx: TxContext, row: queries.KeyRow): Promise<AiKey> {
    return (await renderAll(ctx.tx, ctx.now, [row]))[0] as AiKey;
  }

  return {
    find,
    list: (tx: Tx, provider: Provider | undefined, after: string[] | null, limit: number) => queries.listKeys(tx, provider, after, limit),
    renderAll,
    get: async (ctx: TxContext, wire: string) => renderOne(ctx, await find(ctx.tx, wire)),

    /** The enabled keys by priority, with their circuits. Unseals the secrets for the next call. */
    async usable(tx: Tx): Promise<{ keys: UsableKey[]; circuits: CircuitRow[] }> {
      // A key without models cannot be called yet.
      const rows = (await queries.listUsableKeys(tx)).filter((row) => row.models.length > 0);
      const keys: UsableKey[] = [];
      for (const row of rows) {
        const { id, revision, state, models } = row;
        const access = await openIfReadable(tx, row);
        if (access !== null) keys.push({ id, revision, state, models, access });
        // A key that cannot be unsealed does not block the others.
        else await recordUnreadable(tx, row);
      }
      const circuits = await listCircuits(
        tx,
        rows.map((row) => row.id),
      );
      return { keys, circuits };
    },

    /**
     * 409 already_exists for a second key of that name at the provider, conflict beyond 20 keys; 400 for an address the
     * guard refuses.
     */
    async create(ctx: TxContext, input: CreateAiKey): Promise<AiKey> {
      const name = trimmed("name", input.name ?? "Default");
      const apiKey = readApiKey(input.apiKey);
      const models = readModels(input.models ?? []);
      const chosen = input.baseUrl ?? defaultBaseUrls[input.provider];
      if (chosen === null) throw invalidField("baseUrl", "required", "A compatible server needs an address. Send baseUrl.");
      const baseUrl = readBaseUrl(deps.guard, "baseUrl", chosen);
      const { count, last } = await queries.lockKeyCount(ctx.tx);
      if (count >= keysMax)
        throw new AppError("conflict", { message: `An organization can have at most ${keysMax} keys. Delete one first.` });
      const id = deps.ids.uuid();
      const row: queries.KeyRow = {
        id,
        provider: input.provider,
        name,
        base_url: baseUrl,
        api_key: await deps.secrets.seal(ctx.tx, secretLocation(id), apiKey.reveal()),
        last_four: apiKey.lastFour || null,
        models,
        priority: input.priority ?? Math.min(last + 1, 1_000),
        is_active: input.isActive ?? true,
        state: "installed",
        last_error: null,
        last_tested_at: null,
        revision: 1,
        created_at: ctx.now,
        updated_at: ctx.now,
      };
      await queries.insertKey(ctx.tx, row).catch(nameTaken);
      await recordAudit(ctx, deps.ids, "ai_key.created", wireId("aik", id), { provider: row.provider, priority: row.priority });
      return renderOne(ctx, row);
    },

    /** 422 for another address without the key: the stored key would be sent to an address of the caller's choice. */
    async update(ctx: TxContext, wire: string, input: UpdateAiKey): Promise<AiKey> {
      const before = await find(ctx.tx, wire, true);
      const apiKey = input.apiKey === undefined ? null : readApiKey(input.apiKey);
      const baseUrl = input.baseUrl === undefined ? before.base_url : readBaseUrl(deps.guard, "baseUrl", input.baseUrl);
      const models = input.models === undefined ? before.models : readModels(input.models);
      if (baseUrl !== before.base_url && apiKey === null)
        throw brokenRule(
          "apiKey",
          "required",
          "The address has changed, so send the key again. The stored key is never sent to a new address.",
        );
      // The result of a test or a failure applied to another key, address or model.
      const another = apiKey !== null || baseUrl !== before.base_url || models[0] !== before.models[0];
      const row: queries.KeyRow = {
        ...before,
        name: input.name === undefined ? before.name : trimmed("name", input.name),
        base_url: baseUrl,
        models,
        priority: input.priority ?? before.priority,
        is_active: input.isActive ?? before.is_active,
        updated_at: ctx.now,
        ...(apiKey === null
          ? {}
          : { api_key: await deps.secrets.seal(ctx.tx, secretLocation(before.id), apiKey.reveal()), last_four: apiKey.lastFour || null }),
        ...(another ? { state: "installed" as const, last_error: null, last_tested_at: null, revision: before.revision + 1 } : {}),
      };
      await queries.storeKey(ctx.tx, row).catch(nameTaken);
      if (another) await forgetCircuits(ctx.tx, row.id);
      await recordAudit(ctx, deps.ids, "ai_key.updated", wireId("aik", row.id), {
        apiKey: apiKey === null ? "kept" : "set",
        isActive: row.is_active,
        priority: row.priority,
      });
      return renderOne(ctx, row);
    },

    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      await queries.deleteKey(ctx.tx, row.id);
      await recordAudit(ctx, deps.ids, "ai_key.deleted", wireId("aik", row.id), { provider: row.provider });
      return { id: wireId("aik", row.id), deleted: true };
    },

    /**
     * Calls the provider, outside any transaction; makes no call if the key cannot be unsealed. A disabled key can be
     * tested too, before it is enabled.
     */
    async test(ctx: Context, wire: string): Promise<TestedKey> {
      const { row, access } = await deps.database.withTenant(ctx.tenantId, async (tx) => {
        const found = await find(tx, wire);
        return { row: found, access: await openIfReadable(tx, found) };
      });
      if (access === null) return { row, trial: { error: "unreadable", step: null, models: [], latencyMs: 0, found: [] } };
      return { row, trial: await tryKey(deps, access, row.models[0] ?? null) };
    },

    /** Stores the test's result, unless the key was changed meanwhile. */
    async recordTest(ctx: TxContext, { row, trial }: TestedKey): Promise<AiKeyTest> {
      const now = await queries.findKey(ctx.tx, row.id, true);
      if (now === null) throw notFound();
      if (now.revision === row.revision) {
        const state = trial.error === null ? "tested" : "failed";
        const models = now.models.length === 0 && trial.error === null ? trial.found : now.models;
        await queries.storeKey(ctx.tx, { ...now, models, state, last_error: trial.error, last_tested_at: ctx.now, updated_at: ctx.now });
        if (trial.error === null) await forgetCircuits(ctx.tx, row.id);
        await recordAudit(ctx, deps.ids, "ai_key.tested", wireId("aik", row.id), { error: trial.error, step: trial.step });
      }
      return {
        ok: trial.error === null,
        error: trial.error,
        step: trial.step,
        models: trial.models,
        unknownModels: trial.models.length === 0 ? [] : row.models.filter((model) => !trial.models.includes(model)),
        latencyMs: trial.latencyMs,
        testedAt: ctx.now.toISOString(),
      };
    },
  };
}

export type AiKeysService = ReturnType<typeof createAiKeysService>;

function render(row: queries.KeyRow, circuits: CircuitRow[], now: Date): AiKey {
  const open = circuits.filter((circuit) => circuit.key_id === row.id && circuit.open_until !== null && circuit.open_until > now);
  return {
    id: wireId("aik", row.id),
    provider: row.provider,
    name: row.name,
    baseUrl: row.base_url,
    status: row.is_active ? row.state : "disabled",
    isActive: row.is_active,
    lastFour: row.last_four,
    models: row.models,
    priority: row.priority,
    lastTestedAt: row.last_tested_at?.toISOString() ?? null,
    lastError: row.last_error as AiKey["lastError"],
    circuits: open.map((circuit) => ({
      model: circuit.model === "" ? null : circuit.model,
      openUntil: (circuit.open_until as Date).toISOString(),
      reason: circuit.reason as AiKey["lastError"],
    })),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Sent in a header. Surrounding spaces come from copying. */
function readApiKey(text: string): Secret {
  const key = text.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw invalidField("apiKey", "invalid_format", "A key must be printable ASCII without spaces.");
  return new Secret(key);
}

function readModels(input: string[]): string[] {
  const models = input.map((model, index) => trimmed(`models[${index}]`, model));
  const twice = models.findIndex((model, index) => models.indexOf(model) !== index);
  if (twice >= 0) throw invalidField(`models[${twice}]`, "duplicate", "Name each model only once.");
  return models;
}

function trimmed(field: string, text: string): string {
  const value = text.trim();
  if (value === "") throw invalidField(field, "too_short");
  return value;
}

function nameTaken(error: unknown): never {
  if (sqlState(error) !== "23505") throw error;
  throw new AppError("already_exists", {
    message: "The provider already has a key with this name. Change that key, or send another name.",
    details: [{ field: "name", issue: "exists" }],
  });
}
