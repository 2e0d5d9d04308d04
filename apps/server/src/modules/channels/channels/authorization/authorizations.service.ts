import { randomBytes } from "node:crypto";
import { recordAudit } from "#platform/audit/audit.ts";
import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { authorizationLifeMs, createAuthorizationExchange, type ExchangeDeps } from "./authorization-exchange.ts";
import { createAuthorizationSecrets, withoutConfig } from "./authorization-secrets.ts";
import { sameState, type AuthorizationState, makeState } from "./authorization-state.ts";
import * as queries from "./authorizations.queries.ts";
import type { ChannelAuthorization, CompleteAuthorization, StartAuthorization, StartedAuthorization } from "./authorizations.schema.ts";
import { splitConfig } from "../channel-config.ts";
import type { Channel } from "../channels.schema.ts";
import type { ConnectPlace } from "./connect-page.ts";
import type { InstalledConnector } from "../connectors.ts";
import { type IssuedBy, issuedBy, signInApp } from "./provider-app.ts";
import type { RedirectTargets } from "./redirect-targets.ts";

export interface AuthorizationsDeps extends ExchangeDeps {
  secrets: TenantSecrets;
  ids: IdSource;
  publicUrl: () => string;
  redirectTargets: RedirectTargets;
  random?: (size: number) => Buffer;
}

/** The platform's result in the redirect back. */
export type RedirectResult = { code: string } | { refused: string };

export function createAuthorizationsService(deps: AuthorizationsDeps) {
  const { database, store } = deps;
  const random = deps.random ?? randomBytes;
  const sealing = createAuthorizationSecrets(deps.secrets);
  const { seal, open } = sealing;
  const { exchange, connect } = createAuthorizationExchange({ ...deps, sealing });

  async function get(tx: Tx, wire: string, lock = false): Promise<queries.AuthorizationRow> {
    const id = parseWireId("cau", wire);
    const row = id === null ? null : await queries.findAuthorization(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  function callbackUriOf(installed: InstalledConnector): string {
    // One platform requires the trailing slash; the others accept it.
    return `${deps.publicUrl()}/connect/${installed.connector.description.slug}/callback/`;
  }

  async function begin(
    ctx: TxContext,
    input: { kind: string; channelId: string | null; name: string | null; redirectUri: string | undefined; given: Record<string, unknown> },
    channelConfig: Record<string, unknown>,
    before: IssuedBy | null,
  ): Promise<StartedAuthorization> {
    const installed = store.installedOf(input.kind);
    const { authorization, description } = installed.connector;
    if (authorization === undefined)
      throw new AppError("unsupported_by_channel", { message: "Connect this kind of channel manually: POST /channels." });
    const config = splitConfig(description, input.given, null, () => true);
    const given = { ...config.open, ...config.secret };
    // A reconnect uses the app that issued the credentials, which the platform already knows; otherwise the app in the settings.
    const app =
      before?.app === "installation" && installed.app !== null
        ? { ...installed.app, by: before.app }
        : signInApp(installed, { ...channelConfig, ...given });
    if (app === null) {
      throw new AppError("unsupported_by_channel", {
        message: `There is no provider app for ${description.label}. This server has none configured, and the request names none of your own.`,
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
      secrets: await seal(ctx.tx, id, { given, issuedBy: { app: app.by, id: app.id }, accounts: [] }),
      actor_kind: ctx.actor.kind,
      actor_id: ctx.actor.id,
      expires_at: new Date(ctx.now.getTime() + authorizationLifeMs),
    });
    await recordAudit(ctx, deps.ids, "channel_authorization.created", wireId("cau", id), {
      kind: input.kind,
      channelId: input.channelId === null ? null : wireId("chn", input.channelId),
    });
    return {
      id: wireId("cau", id),
      authorizeUrl: authorization.authorizeUrl({ app: { id: app.id, secret: app.secret }, state: state.text, redirectUri: callbackUri }),
      callbackUri,
      expiresAt: row.expires_at.toISOString(),
    };
  }

  /** Claims the authorisation for one exchange. Throws invalid_transition if it is used, ended or expired. */
  async function take(tx: Tx, wire: string): Promise<queries.AuthorizationRow> {
    const row = await get(tx, wire, true);
    const now = deps.clock.now();
    if (row.status !== "pending" || row.expires_at <= now)
      throw new AppError("invalid_transition", { message: `The authorisation is ${statusOf(row, now)}. Start a new one.` });
    await queries.beginExchange(tx, now, row.id);
    return row;
  }

  async function render(tx: Tx, wire: string): Promise<ChannelAuthorization> {
    const row = await get(tx, wire);
    const { accounts } = await open(tx, row);
    const made = new Map<string, string>();
    for (const id of row.channel_ids) {
      // A channel deleted in the meantime leaves only its id.
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

    /** 400 unknown kind or setting, 422 unsupported_by_channel if the kind has no authorisation or no provider app. */
    start: (ctx: TxContext, input: StartAuthorization): Promise<StartedAuthorization> =>
      begin(
        ctx,
        { kind: input.kind, channelId: null, name: input.name ?? null, redirectUri: input.redirectUri, given: input.config ?? {} },
        {},
        null,
      ),

    async reconnect(ctx: TxContext, wire: string, redirectUri: string | undefined): Promise<StartedAuthorization> {
      const row = await store.get(ctx.tx, wire);
      const config = { ...row.config, ...(await store.openSecrets(ctx.tx, row)) };
      return begin(ctx, { kind: row.kind, channelId: row.id, name: null, redirectUri, given: {} }, config, issuedBy(row));
    },

    /** The workspace and kind of channel that a state belongs to; null if the state is not valid (any more). Changes nothing. */
    findPlace(slug: string, state: AuthorizationState): Promise<ConnectPlace | null> {
      return database.withTenant(state.tenantId, async (tx) => {
        const row = await queries.findAuthorization(tx, state.authorizationId);
        if (row === null || row.status !== "pending" || row.expires_at <= deps.clock.now() || !sameState(row.state_hash, state.hash))
          return null;
        const { description } = store.installedOf(row.kind).connector;
        if (description.slug !== slug) return null;
        return { workspace: await queries.workspaceName(tx), platform: description.label, redirectUri: row.redirect_uri };
      });
    },

    /**
     * Handles the browser's return. null: the state is not ours, used up, expired or of another kind. Otherwise the
     * authorisation as it is now, with the error text of a failure.
     */
    async handleReturn(slug: string, state: AuthorizationState, result: RedirectResult): Promise<queries.AuthorizationRow | null> {
      const { tenantId, authorizationId } = state;
      const taken = await database.withTenant(tenantId, async (tx) => {
        const row = await queries.findAuthorization(tx, authorizationId, true);
        const now = deps.clock.now();
        if (row === null || row.status !== "pending" || row.expires_at <= now || !sameState(row.state_hash, state.hash)) return null;
        if (store.installedOf(row.kind).connector.description.slug !== slug) return null;
        if ("refused" in result) await queries.endAuthorization(tx, now, row.id, "denied", result.refused);
        else await queries.beginExchange(tx, now, row.id);
        return row;
      });
      if (taken === null) return null;
      if ("code" in result) await exchange(tenantId, taken, result.code, taken.callback_uri);
      return database.withTenant(tenantId, (tx) => queries.findAuthorization(tx, authorizationId));
    },

    /** Exchanges a code that a page received from the platform's pop-up. Outside any transaction. */
    async exchangeCode(ctx: Context, wire: string, code: string): Promise<void> {
      const row = await database.withTenant(ctx.tenantId, async (tx) => {
        const { kind } = await get(tx, wire);
        if (store.installedOf(kind).connector.authorization?.codeFromPage !== true) {
          throw new AppError("unsupported_by_channel", { message: "This platform sends codes only to the callback URL." });
        }
        return take(tx, wire);
      });
      await exchange(ctx.tenantId, row, code, "");
    },

    /** After `exchangeCode`: checks who brought the code, and returns the authorisation as it is now. */
    async exchanged(ctx: TxContext, wire: string): Promise<ChannelAuthorization> {
      const authorization = await render(ctx.tx, wire);
      const { status, channelIds } = authorization;
      await recordAudit(ctx, deps.ids, "channel_authorization.exchanged", wire, { status, channelIds });
      return authorization;
    },

    /** Chooses one of several accounts; can be repeated for another. 409 if there is nothing to choose, 400 for an unknown account. */
    async complete(ctx: TxContext, wire: string, input: CompleteAuthorization): Promise<Channel> {
      const row = await get(ctx.tx, wire, true);
      const chosen = row.channel_ids.length > 0 || row.status === "choosing";
      const sealed = await open(ctx.tx, row);
      const account = sealed.accounts.find(({ externalId }) => externalId === input.externalId);
      if (!chosen || row.expires_at <= ctx.now)
        throw new AppError("invalid_transition", {
          message: `The authorisation is ${statusOf(row, ctx.now)}, so there is no account to choose.`,
        });
      if (account === undefined)
        throw invalidField("externalId", "unknown_value", "The account is not one of this authorisation's accounts.");
      if (Object.keys(account.config).length === 0)
        throw new AppError("invalid_transition", { message: "This account is already connected." });
      const channelId = await connect(ctx.tx, ctx.now, row, sealed, account, input.name);
      await queries.storeAccounts(ctx.tx, ctx.now, row.id, {
        status: "completed",
        secrets: await seal(ctx.tx, row.id, {
          ...sealed,
          accounts: sealed.accounts.map((other) => (other === account ? withoutConfig(other) : other)),
        }),
        channelIds: [...row.channel_ids, channelId],
        expiresAt: row.expires_at,
      });
      await recordAudit(ctx, deps.ids, "channel_authorization.completed", wire, { channelId: wireId("chn", channelId) });
      return store.render(ctx.tx, await store.get(ctx.tx, wireId("chn", channelId)));
    },
  };
}

export type AuthorizationsService = ReturnType<typeof createAuthorizationsService>;

function statusOf(row: queries.AuthorizationRow, now: Date): ChannelAuthorization["status"] {
  const open = row.status === "pending" || row.status === "exchanging" || row.status === "choosing";
  return open && row.expires_at <= now ? "expired" : row.status;
}
