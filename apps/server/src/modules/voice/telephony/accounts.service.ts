import { recordAudit } from "#platform/audit/audit.ts";
import { EnvelopeError } from "#platform/crypto/envelope.ts";
import { Secret } from "#platform/crypto/secret.ts";
import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import { type Database, sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, brokenRule, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { OutboundError } from "#platform/outbound-http/errors.ts";
import { readBaseUrl } from "#platform/outbound-http/url-input.ts";
import type { OutboundGuard } from "#platform/outbound-http/guard.ts";
import * as queries from "./accounts.queries.ts";
import type { TelephonyAccess } from "./provider.ts";
import { telephonyProviders } from "./providers.ts";
import type {
  AccountFailure,
  CreateTelephonyAccount,
  TelephonyAccount,
  TelephonyAccountTest,
  UpdateTelephonyAccount,
} from "./telephony.schema.ts";

export interface AccountsDeps {
  database: Database;
  ids: IdSource;
  secrets: TenantSecrets;
  outbound: OutboundClient;
  guard: OutboundGuard;
  publicUrl(): string;
}

export interface TestedAccount {
  row: queries.AccountRow;
  error: AccountFailure | null;
}

const accountsMax = 20;
const testMs = 10_000;
const secretLocation = (id: string) => ({ table: "telephony_accounts", column: "auth_token", rowId: id });

/** A path on this server; the provider signs what it calls. */
export const callbackPath = (accountId: string) => `/callbacks/telephony/${wireId("tla", accountId)}`;

export function createAccountsService(deps: AccountsDeps) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.AccountRow> {
    const id = parseWireId("tla", wire);
    const row = id === null ? null : await queries.findAccount(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  /** null: the stored token was not encrypted for this row, or was altered. */
  async function access(tx: Tx, row: queries.AccountRow): Promise<TelephonyAccess | null> {
    try {
      const text = await deps.secrets.open(tx, secretLocation(row.id), row.auth_token);
      return { accountId: row.provider_account_id, authToken: new Secret(text), baseUrl: row.base_url };
    } catch (error) {
      if (error instanceof EnvelopeError && error.code !== "unknown_root_key") return null;
      throw error;
    }
  }

  function render(row: queries.AccountRow): TelephonyAccount {
    return {
      id: wireId("tla", row.id),
      provider: row.provider,
      name: row.name,
      providerAccountId: row.provider_account_id,
      baseUrl: row.base_url,
      lastFour: row.last_four,
      status: row.state,
      lastError: row.last_error as AccountFailure | null,
      lastTestedAt: row.last_tested_at?.toISOString() ?? null,
      callbackUrl: `${deps.publicUrl()}${callbackPath(row.id)}/calls`,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    };
  }

  /** null: the provider's own. 400 for a URL that the guard refuses. */
  const baseUrlOf = (provider: TelephonyAccount["provider"], given: string | null) =>
    readBaseUrl(deps.guard, "baseUrl", given ?? telephonyProviders[provider].defaultBaseUrl);

  async function call(row: queries.AccountRow, given: TelephonyAccess): Promise<AccountFailure | null> {
    const provider = telephonyProviders[row.provider];
    try {
      const response = await deps.outbound.request({ ...provider.testRequest(given), method: "GET", timeoutMs: testMs });
      if (response.status === 401 || response.status === 404) return "invalid_credentials";
      if (response.status === 403) return "forbidden";
      if (response.status === 429) return "rate_limited";
      if (response.status >= 500) return "server_error";
      return response.status === 200 && provider.isAccount(given, json(response.bodyText)) ? null : "bad_response";
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return error.kind === "timeout" ? "timed_out" : "unreachable";
    }
  }

  return {
    find,
    access,
    render,
    list: queries.listAccounts,
    get: async (tx: Tx, wire: string) => render(await find(tx, wire)),

    /**
     * 409 already_exists for an account that the organization already has, conflict beyond 20; 400 for a URL that the
     * guard refuses.
     */
    async create(ctx: TxContext, input: CreateTelephonyAccount): Promise<TelephonyAccount> {
      const token = readToken(input.authToken);
      const baseUrl = baseUrlOf(input.provider, input.baseUrl ?? null);
      if ((await queries.lockAccountCount(ctx.tx)) >= accountsMax)
        throw new AppError("conflict", {
          message: `An organization can have at most ${accountsMax} telephony accounts. Delete one first.`,
        });
      const id = deps.ids.uuid();
      await queries
        .insertAccount(ctx.tx, {
          id,
          provider: input.provider,
          name: input.name.trim() || input.name,
          provider_account_id: input.providerAccountId,
          base_url: baseUrl,
          auth_token: await deps.secrets.seal(ctx.tx, secretLocation(id), token.reveal()),
          last_four: token.lastFour || null,
          state: "installed",
          last_error: null,
          last_tested_at: null,
          revision: 1,
          created_at: ctx.now,
          updated_at: ctx.now,
        })
        .catch(known);
      await recordAudit(ctx, deps.ids, "telephony_account.created", wireId("tla", id), { provider: input.provider });
      return this.get(ctx.tx, wireId("tla", id));
    },

    /** 422 for another account or URL without the token, which would otherwise be sent to an unintended place. */
    async update(ctx: TxContext, wire: string, input: UpdateTelephonyAccount): Promise<TelephonyAccount> {
      const before = await find(ctx.tx, wire, true);
      const token = input.authToken === undefined ? null : readToken(input.authToken);
      const baseUrl = input.baseUrl === undefined ? before.base_url : baseUrlOf(before.provider, input.baseUrl);
      const accountId = input.providerAccountId ?? before.provider_account_id;
      const moved = baseUrl !== before.base_url || accountId !== before.provider_account_id;
      if (moved && token === null)
        throw brokenRule("authToken", "required", "The account or its URL has changed, so send the token again.");
      await queries
        .storeAccount(ctx.tx, {
          ...before,
          name: input.name?.trim() || before.name,
          provider_account_id: accountId,
          base_url: baseUrl,
          updated_at: ctx.now,
          ...(token === null
            ? {}
            : {
                auth_token: await deps.secrets.seal(ctx.tx, secretLocation(before.id), token.reveal()),
                last_four: token.lastFour || null,
                state: "installed" as const,
                last_error: null,
                last_tested_at: null,
                revision: before.revision + 1,
              }),
        })
        .catch(known);
      await recordAudit(ctx, deps.ids, "telephony_account.updated", wire, { authToken: token === null ? "kept" : "set" });
      return this.get(ctx.tx, wire);
    },

    /** Its numbers are deleted too. */
    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      await queries.deleteAccount(ctx.tx, row.id);
      await recordAudit(ctx, deps.ids, "telephony_account.deleted", wire, { provider: row.provider });
      return { id: wire, deleted: true };
    },

    /** Calls the provider, outside any transaction. */
    async test(ctx: Context, wire: string): Promise<TestedAccount> {
      const { row, given } = await deps.database.withTenant(ctx.tenantId, async (tx) => {
        const found = await find(tx, wire);
        return { row: found, given: await access(tx, found) };
      });
      return { row, error: given === null ? "unreadable" : await call(row, given) };
    },

    /** Stores the result, unless the account has been changed in the meantime. */
    async recordTest(ctx: TxContext, { row, error }: TestedAccount): Promise<TelephonyAccountTest> {
      const now = await queries.findAccount(ctx.tx, row.id, true);
      if (now === null) throw notFound();
      if (now.revision === row.revision) {
        const state = error === null ? "tested" : "failed";
        await queries.storeAccount(ctx.tx, { ...now, state, last_error: error, last_tested_at: ctx.now, updated_at: ctx.now });
        await recordAudit(ctx, deps.ids, "telephony_account.tested", wireId("tla", row.id), { error });
      }
      return { ok: error === null, error, testedAt: ctx.now.toISOString() };
    },
  };
}

export type AccountsService = ReturnType<typeof createAccountsService>;

/** Surrounding spaces come from copy and paste. */
function readToken(text: string): Secret {
  const token = text.trim();
  if (!/^[\x21-\x7e]{8,}$/.test(token))
    throw invalidField("authToken", "invalid_format", "A token must be printable ASCII without spaces.");
  return new Secret(token);
}

function known(error: unknown): never {
  if (sqlState(error) !== "23505") throw error;
  throw new AppError("already_exists", {
    message: "The organization already has this account. Update that one.",
    details: [{ field: "providerAccountId", issue: "exists" }],
  });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Somebody else's response.
    return null;
  }
}
