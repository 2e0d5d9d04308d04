import { type AuthorizedAccount, type ProviderApp, providerErrorOf } from "@parley/connector-kit";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import { type Log, newReference } from "#platform/log/log.ts";
import { type AuthorizationSecrets, type SealedAuthorization, withoutConfig } from "./authorization-secrets.ts";
import * as queries from "./authorizations.queries.ts";
import type { ChannelStore } from "../channel-store.ts";
import type { ConnectAccount } from "./connected-accounts.ts";
import { sameApp } from "./provider-app.ts";

/** How long an authorisation waits for the person, first to return, then to choose. */
export const authorizationLifeMs = 15 * 60_000;

export interface ExchangeDeps {
  database: Database;
  store: ChannelStore;
  connectAccount: ConnectAccount;
  clock: Clock;
  log: Log;
}

/** Exchanges the platform's code for channels, or for accounts to choose from. */
export function createAuthorizationExchange(deps: ExchangeDeps & { sealing: AuthorizationSecrets }) {
  const { database, store } = deps;
  const { seal, open } = deps.sealing;

  /** The provider app that the person was sent to, with its current secret; null: the app has changed since. */
  async function appOf(tx: Tx, row: queries.AuthorizationRow): Promise<ProviderApp | null> {
    const { given, issuedBy } = await open(tx, row);
    const channel = row.channel_id === null ? null : await store.get(tx, wireId("chn", row.channel_id));
    const config = channel === null ? {} : { ...channel.config, ...(await store.openSecrets(tx, channel)) };
    return sameApp(store.installedOf(row.kind), { ...config, ...given }, issuedBy);
  }

  /**
   * Exchanges a code and stores the result; never call it inside a transaction. The row is in state `exchanging`, so no other process does
   * the same. Any failure ends the authorisation with an error text.
   */
  async function exchange(tenantId: string, row: queries.AuthorizationRow, code: string, redirectUri: string): Promise<void> {
    const installed = store.installedOf(row.kind);
    let accounts: AuthorizedAccount[];
    const exchangedAt = deps.clock.now().toISOString();
    try {
      const app = await database.withTenant(tenantId, (tx) => appOf(tx, row));
      if (app === null || installed.connector.authorization === undefined)
        throw new AppError("conflict", { message: "The provider app has changed since this sign-in started. Start a new sign-in." });
      accounts = await installed.connector.authorization.exchange({ app, code, redirectUri }, installed.http);
    } catch (error) {
      return end(tenantId, row.id, "failed", errorText(error));
    }
    try {
      await database.withTenant(tenantId, (tx) => settle(tx, row.id, accounts, exchangedAt));
    } catch (error) {
      await end(tenantId, row.id, "failed", errorText(error));
    }
  }

  async function settle(tx: Tx, id: string, accounts: AuthorizedAccount[], exchangedAt: string): Promise<void> {
    const row = await queries.findAuthorization(tx, id, true);
    if (row === null || row.status !== "exchanging") return;
    const now = deps.clock.now();
    const usable = row.channel_id === null ? accounts : await onlyOwn(tx, row.channel_id, accounts);
    if (usable.length === 0) throw new AppError("conflict", { message: "The sign-in returned no account that can be connected." });
    const sealed: SealedAuthorization = { ...(await open(tx, row)), accounts: usable, exchangedAt };
    const [only] = usable;
    const channelIds = usable.length === 1 && only !== undefined ? [await connect(tx, now, row, sealed, only, undefined)] : [];
    await queries.storeAccounts(tx, now, id, {
      status: channelIds.length > 0 ? "completed" : "choosing",
      secrets: await seal(tx, id, channelIds.length > 0 ? { ...sealed, given: {}, accounts: usable.map(withoutConfig) } : sealed),
      channelIds,
      expiresAt: new Date(now.getTime() + authorizationLifeMs),
    });
  }

  /** Reconnecting a channel accepts no other account. */
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
    sealed: SealedAuthorization,
    account: AuthorizedAccount,
    name: string | undefined,
  ): Promise<string> {
    const ctx: TxContext = {
      tenantId: tx.tenantId,
      actor: { kind: row.actor_kind, id: row.actor_id },
      scopes: new Set(),
      session: null,
      requestId: "",
      now,
      tx,
    };
    return deps.connectAccount(ctx, {
      kind: row.kind,
      name: name ?? row.name ?? undefined,
      account,
      given: sealed.given,
      issuedBy: sealed.issuedBy,
      provedAt: sealed.exchangedAt === undefined ? row.created_at : new Date(sealed.exchangedAt),
    });
  }

  async function end(tenantId: string, id: string, status: "denied" | "failed", error: string): Promise<void> {
    await database.withTenant(tenantId, (tx) => queries.endAuthorization(tx, deps.clock.now(), id, status, error));
  }

  /** The error text for the person: the platform's message or ours, never the details of an internal error. */
  function errorText(error: unknown): string {
    const platform = providerErrorOf(error);
    if (platform !== undefined) return platform.message;
    if (error instanceof AppError) {
      const fields = (error.details ?? []).map((detail) => `${detail.field}: ${detail.issue}`).join(", ");
      return fields === "" ? error.message : `${error.message} (${fields})`;
    }
    const reference = newReference();
    deps.log.error({ err: error, reference }, "an authorisation failed with an internal error");
    return `Something went wrong on this server (${reference}). Try again. If it persists, contact support and quote this code.`;
  }

  return { exchange, connect };
}
