import type { AuthorizedAccount, ProviderApp } from "@parley/connector-kit";
import { randomBytes } from "node:crypto";
import { providerErrorOf } from "@parley/connector-kit";
import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { type Log, newReference } from "#platform/log/log.ts";
import { sameState, type AuthorizationState, makeState } from "./authorization-state.ts";
import * as queries from "./authorizations.queries.ts";
import type { ChannelAuthorization, CompleteAuthorization, StartAuthorization, StartedAuthorization } from "./authorizations.schema.ts";
import { splitConfig } from "./channel-config.ts";
import type { ChannelStore } from "./channel-store.ts";
import type { Channel } from "./channels.schema.ts";
import type { ConnectAccount } from "./connected-accounts.ts";
import type { InstalledConnector } from "./connectors.ts";
import { providerAppFor } from "./provider-app.ts";
import type { RedirectTargets } from "./redirect-targets.ts";

const lifeMs = 15 * 60_000;

export interface AuthorizationsDeps {
  database: Database;
  secrets: TenantSecrets;
  store: ChannelStore;
  connectAccount: ConnectAccount;
  clock: Clock;
  ids: IdSource;
  log: Log;
  publicUrl: () => string;
  redirectTargets: RedirectTargets;
  random?: (size: number) => Buffer;
}

/** Sealed in the authorisation's row. */
interface Sealed {
  /** Settings that came with the request. */
  given: Record<string, unknown>;
  /** With credentials in clear. */
  accounts: AuthorizedAccount[];
}

/** What the platform sent the browser back with. */
export type CallbackWord = { code: string } | { refused: string };

export function createAuthorizationsService(deps: AuthorizationsDeps) {
  const { database, store } = deps;
  const random = deps.random ?? randomBytes;
  const place = (id: string) => ({ table: "channel_authorizations", column: "secrets", rowId: id });

  const seal = (tx: Tx, id: string, sealed: Sealed) => deps.secrets.seal(tx, place(id), JSON.stringify(sealed));
  const open = async (tx: Tx, row: queries.AuthorizationRow) =>
    JSON.parse(await deps.secrets.open(tx, place(row.id), row.secrets)) as Sealed;

  async function get(tx: Tx, wire: string, lock = false): Promise<queries.AuthorizationRow> {
    const id = parseWireId("cau", wire);
    const row = id === null ? null : await queries.findAuthorization(tx, id, lock);
    if (row === null) throw notFound();
    return row;
  }

  function callbackUriOf(installed: InstalledConnector): string {
    // One platform insists on the slash, none minds it.
    return `${deps.publicUrl()}/connect/${installed.connector.description.slug}/callback/`;
  }

  async function begin(
    ctx: TxContext,
    input: { kind: string; channelId: string | null; name: string | null; redirectUri: string | undefined; given: Record<string, unknown> },
    channelConfig: Record<string, unknown>,
  ): Promise<StartedAuthorization> {
    const installed = store.installedOf(input.kind);
    const { authorization, description } = installed.connector;
    if (authorization === undefined)
      throw new AppError("unsupported_by_channel", { message: "This kind of channel is connected by hand: POST /channels." });
    const config = splitConfig(description, input.given, null, () => true);
    const given = { ...config.open, ...config.secret };
    const app = providerAppFor(installed, { ...channelConfig, ...given });
    if (app === null) {
      throw new AppError("unsupported_by_channel", {
        message: `There is no provider app for ${description.label}: this server has none configured, and the request names none of your own.`,
      });
    }
    const redirectUri = input.redirectUri === undefined ? null : deps.redirectTargets.check(input.redirectUri);
    const id = deps.ids.uuid();
    const state = makeState(ctx.tenantId, id, random);
    const callbackUri = callbackUriOf(installed);
    const row = await queries.insertAuthorization(ctx.tx, ctx.now, {
      id,
      kind: input.kind,
      channel_id: input.channelId,
      name: input.name,
      state_hash: state.hash,
      callback_uri: callbackUri,
      redirect_uri: redirectUri,
      secrets: await seal(ctx.tx, id, { given, accounts: [] }),
      actor_kind: ctx.actor.kind,
      actor_id: ctx.actor.id,
      expires_at: new Date(ctx.now.getTime() + lifeMs),
    });
    return {
      id: wireId("cau", id),
      authorizeUrl: authorization.authorizeUrl({ app, state: state.text, redirectUri: callbackUri }),
      callbackUri,
      expiresAt: row.expires_at.toISOString(),
    };
  }

  /** The app of an authorisation: named with the request, or by the channel that is connected again. */
  async function appOf(tx: Tx, row: queries.AuthorizationRow): Promise<ProviderApp | null> {
    const { given } = await open(tx, row);
    const channel = row.channel_id === null ? null : await store.get(tx, wireId("chn", row.channel_id));
    const config = channel === null ? {} : { ...channel.config, ...(await store.openSecrets(tx, channel)) };
    return providerAppFor(store.installedOf(row.kind), { ...config, ...given });
  }

  /**
   * Exchanges a code and stores what came of it; never inside a transaction. The row is in `exchanging`, so nobody else does it.
   * Whatever goes wrong ends the authorisation with words.
   */
  async function exchange(tenantId: string, row: queries.AuthorizationRow, code: string, redirectUri: string): Promise<void> {
    const installed = store.installedOf(row.kind);
    let accounts: AuthorizedAccount[];
    try {
      const app = await database.withTenant(tenantId, (tx) => appOf(tx, row));
      if (app === null || installed.connector.authorization === undefined) throw new Error("the provider app is gone");
      accounts = await installed.connector.authorization.exchange({ app, code, redirectUri }, installed.http);
    } catch (error) {
      return end(tenantId, row.id, "failed", wordsOf(error));
    }
    try {
      await database.withTenant(tenantId, (tx) => settle(tx, row.id, accounts));
    } catch (error) {
      await end(tenantId, row.id, "failed", wordsOf(error));
    }
  }

  async function settle(tx: Tx, id: string, accounts: AuthorizedAccount[]): Promise<void> {
    const row = await queries.findAuthorization(tx, id, true);
    if (row === null || row.status !== "exchanging") return;
    const now = deps.clock.now();
    const usable = row.channel_id === null ? accounts : await onlyOwn(tx, row.channel_id, accounts);
    if (usable.length === 0) throw new AppError("conflict", { message: "The sign-in brought no account that can be connected." });
    const sealed: Sealed = { ...(await open(tx, row)), accounts: usable };
    const [only] = usable;
    const channelIds = usable.length === 1 && only !== undefined ? [await connect(tx, now, row, sealed, only, undefined)] : [];
    await queries.storeAccounts(tx, now, id, {
      status: channelIds.length > 0 ? "completed" : "choosing",
      // Credentials that have found their channel are not kept twice.
      secrets: await seal(tx, id, channelIds.length > 0 ? { given: {}, accounts: usable.map(withoutConfig) } : sealed),
      channelIds,
      expiresAt: new Date(now.getTime() + lifeMs),
    });
  }

  /** Connecting a channel again takes no other account. */
  async function onlyOwn(tx: Tx, channelId: string, accounts: AuthorizedAccount[]): Promise<AuthorizedAccount[]> {
    const channel = await store.get(tx, wireId("chn", channelId));
    const own = accounts.filter((account) => account.externalId === channel.external_id);
    if (own.length > 0) return own.slice(0, 1);
    const others = accounts.map((account) => `${account.name} (${account.externalId})`).join(", ");
    throw new AppError("conflict", {
      message: `This channel belongs to the account ${channel.external_id}, but the sign-in was for ${others || "none"}. Sign in with the right account, or connect another channel.`,
    });
  }

  function connect(
    tx: Tx,
    now: Date,
    row: queries.AuthorizationRow,
    sealed: Sealed,
    account: AuthorizedAccount,
    name: string | undefined,
  ): Promise<string> {
    const ctx: TxContext = {
      tenantId: tx.tenantId,
      actor: { kind: row.actor_kind, id: row.actor_id },
      scopes: new Set(),
      requestId: "",
      now,
      tx,
    };
    return deps.connectAccount(ctx, { kind: row.kind, name: name ?? row.name ?? undefined, account, given: sealed.given });
  }

  async function end(tenantId: string, id: string, status: "denied" | "failed", error: string): Promise<void> {
    await database.withTenant(tenantId, (tx) => queries.endAuthorization(tx, deps.clock.now(), id, status, error));
  }

  /** For the person: the platform's words, or ours; never the inside of a bug. */
  function wordsOf(error: unknown): string {
    const platform = providerErrorOf(error);
    if (platform !== undefined) return platform.message;
    if (error instanceof AppError) {
      const fields = (error.details ?? []).map((detail) => `${detail.field}: ${detail.issue}`).join(", ");
      return fields === "" ? error.message : `${error.message} (${fields})`;
    }
    const reference = newReference();
    deps.log.error({ err: error, reference }, "an authorisation failed inside of us");
    return `Something went wrong on this server (${reference}). Try again; if it stays, quote this code.`;
  }

  /** Takes the authorisation for one exchange. Throws invalid_transition when it is used, ended or past its time. */
  async function take(tx: Tx, wire: string): Promise<queries.AuthorizationRow> {
    const row = await get(tx, wire, true);
    const now = deps.clock.now();
    if (row.status !== "pending" || row.expires_at <= now)
      throw new AppError("invalid_transition", { message: `The authorisation is ${statusOf(row, now)}: start another.` });
    await queries.beginExchange(tx, now, row.id);
    return row;
  }

  async function render(tx: Tx, wire: string): Promise<ChannelAuthorization> {
    const row = await get(tx, wire);
    const { accounts } = await open(tx, row);
    const made = new Map<string, string>();
    for (const id of row.channel_ids) {
      // Of a channel that was deleted since, only the id is left.
      const channel = await store.find(tx, id);
      if (channel !== null) made.set(channel.external_id, wireId("chn", id));
    }
    return {
      id: wire,
      kind: row.kind,
      status: statusOf(row, deps.clock.now()),
      error: row.error,
      channelId: row.channel_id === null ? null : wireId("chn", row.channel_id),
      accounts: accounts.map(({ externalId, name }) => ({ externalId, name, channelId: made.get(externalId) ?? null })),
      channelIds: row.channel_ids.map((id) => wireId("chn", id)),
      expiresAt: row.expires_at.toISOString(),
      createdAt: row.created_at.toISOString(),
    };
  }

  return {
    get,
    render,
    callbackUriOf,

    /** 400 unknown kind or setting, 422 unsupported_by_channel when the kind has no authorisation or no provider app. */
    start: (ctx: TxContext, input: StartAuthorization): Promise<StartedAuthorization> =>
      begin(
        ctx,
        { kind: input.kind, channelId: null, name: input.name ?? null, redirectUri: input.redirectUri, given: input.config ?? {} },
        {},
      ),

    async reconnect(ctx: TxContext, wire: string, redirectUri: string | undefined): Promise<StartedAuthorization> {
      const row = await store.get(ctx.tx, wire);
      const config = { ...row.config, ...(await store.openSecrets(ctx.tx, row)) };
      return begin(ctx, { kind: row.kind, channelId: row.id, name: null, redirectUri, given: {} }, config);
    },

    /**
     * The browser is back. null: the state is not ours, used up, past its time, or of another kind. Otherwise how the
     * authorisation stands now; a failure is in its words.
     */
    /** Into whose workspace a state leads, and by which kind of channel; null for one that is not good (any more). Changes nothing. */
    lookAt(slug: string, state: AuthorizationState): Promise<{ workspace: string; platform: string } | null> {
      return database.withTenant(state.tenantId, async (tx) => {
        const row = await queries.findAuthorization(tx, state.authorizationId);
        if (row === null || row.status !== "pending" || row.expires_at <= deps.clock.now() || !sameState(row.state_hash, state.hash))
          return null;
        const { description } = store.installedOf(row.kind).connector;
        return description.slug === slug ? { workspace: await queries.workspaceName(tx), platform: description.label } : null;
      });
    },

    async comeBack(slug: string, state: AuthorizationState, word: CallbackWord): Promise<queries.AuthorizationRow | null> {
      const { tenantId, authorizationId } = state;
      const taken = await database.withTenant(tenantId, async (tx) => {
        const row = await queries.findAuthorization(tx, authorizationId, true);
        const now = deps.clock.now();
        if (row === null || row.status !== "pending" || row.expires_at <= now || !sameState(row.state_hash, state.hash)) return null;
        if (store.installedOf(row.kind).connector.description.slug !== slug) return null;
        if ("refused" in word) await queries.endAuthorization(tx, now, row.id, "denied", word.refused);
        else await queries.beginExchange(tx, now, row.id);
        return row;
      });
      if (taken === null) return null;
      if ("code" in word) await exchange(tenantId, taken, word.code, taken.callback_uri);
      return database.withTenant(tenantId, (tx) => queries.findAuthorization(tx, authorizationId));
    },

    /** A code that the platform's pop-up gave a page. Outside of any transaction. */
    async exchangeCode(ctx: Context, wire: string, code: string): Promise<void> {
      const row = await database.withTenant(ctx.tenantId, async (tx) => {
        const { kind } = await get(tx, wire);
        if (store.installedOf(kind).connector.authorization?.codeFromPage !== true) {
          throw new AppError("unsupported_by_channel", { message: "This platform gives codes to the callback address only." });
        }
        return take(tx, wire);
      });
      await exchange(ctx.tenantId, row, code, "");
    },

    /** Takes one of several accounts; may be repeated for another. 409 when nothing is to be chosen, 400 for an unknown account. */
    async complete(ctx: TxContext, wire: string, input: CompleteAuthorization): Promise<Channel> {
      const row = await get(ctx.tx, wire, true);
      const chosen = row.channel_ids.length > 0 || row.status === "choosing";
      const sealed = await open(ctx.tx, row);
      const account = sealed.accounts.find(({ externalId }) => externalId === input.externalId);
      if (!chosen || row.expires_at <= ctx.now)
        throw new AppError("invalid_transition", {
          message: `The authorisation is ${statusOf(row, ctx.now)}: there is nothing to choose.`,
        });
      if (account === undefined) throw invalidField("externalId", "unknown_value", "It is none of this authorisation's accounts.");
      if (Object.keys(account.config).length === 0)
        throw new AppError("invalid_transition", { message: "This account is connected already." });
      const channelId = await connect(ctx.tx, ctx.now, row, sealed, account, input.name);
      await queries.storeAccounts(ctx.tx, ctx.now, row.id, {
        status: "completed",
        secrets: await seal(ctx.tx, row.id, {
          given: sealed.given,
          accounts: sealed.accounts.map((other) => (other === account ? withoutConfig(other) : other)),
        }),
        channelIds: [...row.channel_ids, channelId],
        expiresAt: row.expires_at,
      });
      return store.render(ctx.tx, await store.get(ctx.tx, wireId("chn", channelId)));
    },
  };
}

export type AuthorizationsService = ReturnType<typeof createAuthorizationsService>;

function withoutConfig(account: AuthorizedAccount): AuthorizedAccount {
  return { ...account, config: {} };
}

function statusOf(row: queries.AuthorizationRow, now: Date): ChannelAuthorization["status"] {
  const open = row.status === "pending" || row.status === "exchanging" || row.status === "choosing";
  return open && row.expires_at <= now ? "expired" : row.status;
}
