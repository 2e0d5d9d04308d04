import { isDeepStrictEqual } from "node:util";
import { type ChannelConnector, type ChannelUpdatedEvent, type ProviderError, providerErrorOf } from "@parley/connector-kit";
import type { EntitlementsService } from "#modules/organizations/entitlements/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { channelAllowance } from "./channel-allowance.ts";
import { appFields, type SplitConfig, splitConfig, tokensDiffer } from "./channel-config.ts";
import type { ChannelDirectory, KnownChannel } from "./channel-directory.ts";
import { accountOf, type ChannelStore } from "./channel-store.ts";
import * as queries from "./channels.queries.ts";
import type { Channel, CreateChannel, UpdateChannel } from "./channels.schema.ts";
import type { ConnectorRegistry } from "./connectors.ts";
import { callsRefused, firstRefreshOfUnknown, mayRefreshAgain, refreshDue } from "./credentials/credentials.ts";
import { type Answer, type OwnershipChecks, outdatedAnswer } from "./ownership/ownership.ts";
import { planOwnershipCheck } from "./ownership/ownership.queries.ts";
import { issuedBy, refreshAppFor } from "./authorization/provider-app.ts";
import { endProofs, nameRoutes, proveRoutes, type RouteProofs, routeKeys, routeProofs } from "./ownership/shared-routes.queries.ts";
import * as upkeep from "./credentials/upkeep.queries.ts";

export interface ChannelsDeps {
  database: Database;
  secrets: TenantSecrets;
  registry: ConnectorRegistry;
  directory: ChannelDirectory;
  ids: IdSource;
  wake: Wake;
  clock: Clock;
  log: Log;
  entitlements: Pick<EntitlementsService, "claim">;
}

/** Settings with the platform's answer about them; null: there was nothing to ask. */
export type CheckedConfig = { config: Record<string, unknown>; answer: Answer } | null;
/**
 * Who confirms that an account connected by hand belongs to the tenant: the operator, or the platform with this answer.
 */
export type Confirmation = "operator" | CheckedConfig;

/** The effect of a refusal of credentials; stale: the credentials were replaced in the meantime. */
export type RefusalVerdict = "needs_reauth" | "refreshing" | "stale";

export function createChannelsService(deps: ChannelsDeps & { store: ChannelStore; ownership: Pick<OwnershipChecks, "ask" | "settle"> }) {
  const { installedOf, get, openSecrets, sealSecrets, render, channelEvent } = deps.store;

  /** The expiry of credentials entered by hand is unknown. */
  async function planAfterManualChange(tx: Tx, now: Date, id: string, connector: ChannelConnector, expiresAt: Date | null): Promise<void> {
    const refreshes = connector.authorization?.refresh !== undefined;
    await upkeep.planUpkeep(tx, id, {
      upkeep: refreshes ? "refresh" : null,
      at: refreshes ? (refreshDue(now, expiresAt) ?? firstRefreshOfUnknown(now)) : null,
      error: null,
    });
  }

  const differs = (a: object, b: object) => !isDeepStrictEqual(a, b);

  /** Checks the input of `create` against the kind's description. Throws validation_error. */
  function readNew(input: CreateChannel) {
    const { connector } = installedOf(input.kind);
    const { description } = connector;
    const named = input.config[description.externalIdField];
    if (input.externalId !== undefined && named !== undefined && named !== input.externalId) {
      throw invalidField("externalId", "invalid_format", `externalId and config.${description.externalIdField} differ.`);
    }
    const externalId = input.externalId ?? (typeof named === "string" ? named : undefined);
    if (externalId === undefined || externalId === "") throw invalidField("externalId", "required");
    const config = splitConfig(description, { ...input.config, [description.externalIdField]: externalId }, null);
    return { connector, description, externalId, config, accountId: accountOf(description, config) };
  }

  /** The same for `update`, and whether the platform has to confirm the result. Throws validation_error. */
  function readChange(row: queries.ChannelRow, before: SplitConfig, proofs: RouteProofs, input: UpdateChannel) {
    const { connector } = installedOf(row.kind);
    const { description } = connector;
    const given = { ...input.config };
    if (given[description.externalIdField] !== undefined && given[description.externalIdField] !== row.external_id) {
      throw invalidField(
        `config.${description.externalIdField}`,
        "not_allowed",
        "The account of a channel cannot change. Connect another channel instead.",
      );
    }
    // Connected through the installation's own app, whose settings this channel does not have.
    const fields = appFields(description);
    const sharedApp = before.secret[description.signingSecretField] === undefined;
    const config = splitConfig(description, given, before, (field) => sharedApp && fields.has(field));
    const accountId = accountOf(description, config);
    const status = input.status ?? (input.config !== undefined && row.status === "NeedsReauth" ? "Connected" : row.status);
    // Tokens given again count even if they are the same: this is how a person claims the account again.
    const tokens = description.configFields.some(
      ({ name, secret, credential }) => secret && credential !== false && !fields.has(name) && Object.hasOwn(given, name),
    );
    // A channel switched off and on here keeps its proofs. Connected is also requested for a channel that has lost its number.
    const off = row.status === "Connected" || row.status === "Disconnected";
    const reconnects = input.status === "Connected" ? !off || proofs.channel === null : status !== row.status && status === "Connected";
    const proveAgain = proofs.channel !== "operator" && (tokens || reconnects || (row.awaits_proof && input.config !== undefined));
    const prove = connector.checkOwnership !== undefined && (proveAgain || accountId !== row.account_id);
    return { connector, description, config, accountId, status, prove };
  }

  /**
   * A reconnect with the existing credentials tries them again, so they get a new version. A refusal of a call from before the reconnect
   * belongs to the reason for which the channel was already stopped.
   */
  async function sameCredentialsAgain(tx: Tx, now: Date, row: queries.ChannelRow): Promise<void> {
    await upkeep.countCredentials(tx, now, row, knownCredentials(row));
    // A refusal ended the plan, but the credentials still expire.
    if (row.upkeep === null) await planAfterManualChange(tx, now, row.id, installedOf(row.kind).connector, row.credentials_expire_at);
  }

  /** Once, however many calls are refused. A person is asked only if the refresh is finally refused as well. */
  async function recordRefusedCall(
    tx: Tx,
    now: Date,
    row: queries.ChannelRow,
    error: Pick<ProviderError, "providerCode" | "message">,
  ): Promise<void> {
    if (row.status !== "Connected" || callsRefused(row)) return;
    const changed = await queries.updateChannel(tx, now, row, {
      statusReason: `The platform rejected the credentials (${error.providerCode}): ${error.message} They are being refreshed.`,
    });
    await appendEvents(tx, now, [channelEvent(changed, null)]);
  }

  async function applyPlatformReport(
    tx: Tx,
    now: Date,
    channelId: string,
    report: Omit<ChannelUpdatedEvent, "kind" | "occurredAt">,
  ): Promise<void> {
    const row = await queries.findChannel(tx, channelId, true);
    if (row === null) return;
    // Even for a channel that is switched off.
    if (report.status === "NeedsReauth" || report.status === "Disconnected") await endProofs(tx, row.id);
    // Hundreds of calls in progress may get the same refusal; reporting it once is enough.
    if (report.status !== undefined && report.status !== "Connected" && report.status === row.status) return;
    // A callback that reports the channel as connected does not prove an account.
    const unproved = report.status === "Connected" && row.awaits_proof;
    const status = switchedOff(row) || unproved ? undefined : report.status;
    const changed = await queries.updateChannel(tx, now, row, {
      status: status ?? row.status,
      statusReason: status === undefined ? row.status_reason : status === "Connected" ? null : (report.notice ?? row.status_reason),
      messagesPerSecond: report.messagesPerSecond ?? row.messages_per_second,
      qualityRating: report.qualityRating ?? row.quality_rating,
      messagingLimit: report.messagingLimit ?? row.messaging_limit,
    });
    if (row.status === "NeedsReauth" && status === "Connected") {
      await sameCredentialsAgain(tx, now, row);
      deps.wake.hint("channels");
    }
    await appendEvents(tx, now, [channelEvent(changed, report.notice ?? null)]);
    deps.wake.hint("routes");
  }

  /**
   * The platform refused the credentials of one call. `version` is that of the credentials used: if they were replaced since, the refusal
   * is outdated and nothing changes. Refreshable credentials are refreshed first, once.
   */
  async function credentialsRefused(
    tx: Tx,
    now: Date,
    channelId: string,
    version: number,
    error: Pick<ProviderError, "providerCode" | "message">,
  ): Promise<RefusalVerdict> {
    const row = await queries.findChannel(tx, channelId, true);
    if (row === null || row.credentials_version !== version) return "stale";
    // A channel switched off by a person stays off.
    if (row.status === "Disconnected") {
      await endProofs(tx, row.id);
      return "stale";
    }
    // Nothing will be refreshed: a caller that waited for it would call the platform again and again.
    if (row.status === "NeedsReauth") return "needs_reauth";
    const installed = installedOf(row.kind);
    const config = { ...row.config, ...(await openSecrets(tx, row)) };
    const refreshable =
      installed.connector.authorization?.refresh !== undefined && refreshAppFor(installed, config, issuedBy(row)) !== null;
    if (refreshable && mayRefreshAgain(now, row.credentials_refreshed_at)) {
      await upkeep.requestRefresh(tx, now, row.id);
      await recordRefusedCall(tx, now, row, error);
      deps.wake.hint("channels");
      return "refreshing";
    }
    await applyPlatformReport(tx, now, channelId, {
      status: "NeedsReauth",
      notice: `The platform rejected the credentials (${error.providerCode}): ${error.message} Reconnect the channel.`,
    });
    return "needs_reauth";
  }

  /** Applies the platform's answer, obtained before this transaction, if it is about the settings stored now. */
  async function settleClaim(ctx: TxContext, row: queries.ChannelRow, checked: CheckedConfig, stored: SplitConfig): Promise<void> {
    const same = checked !== null && !differs(checked.config, { ...stored.open, ...stored.secret });
    const answer = same ? checked.answer : outdatedAnswer(ctx.now);
    const awaiting = { ...row, awaits_proof: true };
    const settled = await deps.ownership.settle(ctx.tx, ctx.now, awaiting, answer, 1);
    if (answer.kind !== "proved") return;
    const { qualityRating, messagingLimit } = answer.standing;
    await queries.updateChannel(ctx.tx, ctx.now, settled, {
      qualityRating: qualityRating ?? settled.quality_rating,
      messagingLimit: messagingLimit ?? settled.messaging_limit,
    });
  }

  return {
    get,
    render,
    /** Applies what the platform reports about a channel in a callback. */
    applyPlatformReport,

    credentialsRefused,

    /**
     * Applies the failure of a call other than a send (typing, a list of templates, a download) to the channel: refused credentials count
     * like those of a send. Outside any transaction; never rejects, because the call has failed anyway and its caller reports that.
     */
    async callFailed(
      channel: Pick<KnownChannel, "tenantId" | "id" | "credentialsVersion">,
      cause: unknown,
    ): Promise<RefusalVerdict | null> {
      const error = providerErrorOf(cause);
      if (error?.class !== "credentials") return null;
      try {
        return await deps.database.withTenant(channel.tenantId, (tx) =>
          credentialsRefused(tx, deps.clock.now(), channel.id, channel.credentialsVersion, error),
        );
      } catch (failure) {
        deps.log.warn({ err: failure }, "rejected credentials could not be recorded; the next rejection is");
        return null;
      }
    },

    /** Asks the platform who owns the account, before `create` and outside its transaction. Throws validation_error. */
    async checkNew(ctx: Context, input: CreateChannel): Promise<CheckedConfig> {
      const { connector, externalId, accountId, config } = readNew(input);
      if (connector.checkOwnership === undefined) return null;
      const known = await deps.database.withTenant(ctx.tenantId, (tx) => queries.findChannelByExternalId(tx, input.kind, externalId));
      if (known !== null) return null;
      const whole = { ...config.open, ...config.secret };
      return {
        config: whole,
        answer: await deps.ownership.ask({ kind: input.kind, externalId, accountId, config: whole, issuedBy: null }, true),
      };
    },

    /** 400 unknown kind or setting; 403 entitlement_exceeded; 409 already_exists if the tenant has connected this account. */
    async create(ctx: TxContext, input: CreateChannel, confirmation: Confirmation): Promise<Channel> {
      const { connector, description, externalId, config, accountId } = readNew(input);
      const id = deps.ids.uuid();
      const other = await queries.findChannelByExternalId(ctx.tx, input.kind, externalId);
      if (other === null) await deps.entitlements.claim(ctx.tx, ctx.now, channelAllowance.name);
      const mustAsk = confirmation !== "operator" && connector.checkOwnership !== undefined;
      const inserted =
        other === null &&
        (await queries.insertChannel(ctx.tx, ctx.now, {
          id,
          kind: input.kind,
          name: input.name,
          externalId,
          accountId,
          status: mustAsk ? "Pending" : "Connected",
          config: config.open,
          secrets: await sealSecrets(ctx.tx, id, config.secret),
          messagesPerSecond: Number(config.open["messagesPerSecond"] ?? description.limits.messagesPerSecond),
        }));
      if (!inserted) {
        const holder = other ?? (await queries.findChannelByExternalId(ctx.tx, input.kind, externalId));
        throw new AppError("already_exists", {
          details: [{ field: "externalId", issue: "exists", ...(holder === null ? {} : { id: wireId("chn", holder) }) }],
        });
      }
      await nameRoutes(ctx.tx, { id, kind: input.kind }, routeKeys(externalId, accountId));
      await planAfterManualChange(ctx.tx, ctx.now, id, connector, null);
      const made = await get(ctx.tx, wireId("chn", id));
      if (mustAsk) await settleClaim(ctx, made, confirmation, config);
      if (confirmation === "operator") {
        const now = { claimedAt: ctx.now, askedAt: ctx.now };
        await proveRoutes(ctx.tx, id, { channel: true, account: accountId !== null }, "operator", now);
        // The answer affects only the displayed quality and limit.
        if (connector.checkOwnership !== undefined) await planOwnershipCheck(ctx.tx, id, ctx.now);
      }
      await recordAudit(ctx, deps.ids, "channel.created", wireId("chn", id), { kind: input.kind });
      const row = await get(ctx.tx, wireId("chn", id));
      await appendEvents(ctx.tx, ctx.now, [channelEvent(row, null)]);
      deps.wake.hint("routes");
      deps.wake.hint("channels");
      return render(ctx.tx, row);
    },

    /** The same before `update`; null if the change needs no confirmation by the platform. Throws not_found, validation_error. */
    async checkChange(ctx: Context, wire: string, input: UpdateChannel): Promise<CheckedConfig> {
      const found = await deps.database.withTenant(ctx.tenantId, async (tx) => {
        const row = await get(tx, wire);
        const before = { open: row.config, secret: await openSecrets(tx, row) };
        return { row, before, proofs: await routeProofs(tx, row.id) };
      });
      const { row, before } = found;
      const { prove, config, accountId, description } = readChange(row, before, found.proofs, input);
      if (!prove) return null;
      const whole = { ...config.open, ...config.secret };
      const issued = tokensDiffer(description, before, config) ? null : issuedBy(row);
      const asked = { kind: row.kind, externalId: row.external_id, accountId, config: whole, issuedBy: issued };
      return { config: whole, answer: await deps.ownership.ask(asked, true) };
    },

    async update(ctx: TxContext, wire: string, input: UpdateChannel, checked: CheckedConfig): Promise<Channel> {
      const row = await get(ctx.tx, wire, true);
      const before: SplitConfig = { open: row.config, secret: await openSecrets(ctx.tx, row) };
      const change = readChange(row, before, await routeProofs(ctx.tx, row.id), input);
      const { connector, description, config, accountId, prove } = change;
      const newCredentials = differs(config.secret, before.secret);
      // A change that the platform has to confirm is not Connected until it has.
      const status = prove && change.status === "Connected" ? "Pending" : change.status;
      // If a person switches it off, the platform's reason is cleared; new credentials have not been refused yet.
      const keepsReason = status === row.status && input.status !== "Disconnected" && !(newCredentials && callsRefused(row));
      await queries.updateChannel(ctx.tx, ctx.now, row, {
        name: input.name ?? row.name,
        status,
        statusReason: keepsReason ? row.status_reason : null,
        config: config.open,
        secrets: await sealSecrets(ctx.tx, row.id, config.secret),
        accountId,
        messagesPerSecond: Number(config.open["messagesPerSecond"] ?? row.messages_per_second),
        ...(prove ? { awaitsProof: true, claimedAt: ctx.now } : {}),
      });
      if (newCredentials) {
        const byHand = tokensDiffer(description, before, config);
        await upkeep.countCredentials(ctx.tx, ctx.now, row, byHand ? unknownCredentials : knownCredentials(row));
        // A set-up that was unfinished or refused is tried again with them.
        const unfinished = row.upkeep === "activate" || (row.status === "Error" && row.upkeep_error !== null);
        if (unfinished) await upkeep.planUpkeep(ctx.tx, row.id, { upkeep: "activate", at: ctx.now, error: null });
        else await planAfterManualChange(ctx.tx, ctx.now, row.id, connector, byHand ? null : row.credentials_expire_at);
        deps.wake.hint("channels");
      } else if (prove || (row.status === "NeedsReauth" && status === "Connected")) {
        await sameCredentialsAgain(ctx.tx, ctx.now, row);
      }
      if (input.config !== undefined) await nameRoutes(ctx.tx, { id: row.id, kind: row.kind }, routeKeys(row.external_id, accountId));
      if (prove) await settleClaim(ctx, await get(ctx.tx, wire), checked, config);
      await recordAudit(ctx, deps.ids, "channel.updated", wire, { fields: Object.keys(input), status });
      const changed = await get(ctx.tx, wire);
      await appendEvents(ctx.tx, ctx.now, [channelEvent(changed, null)]);
      deps.wake.hint("routes");
      deps.wake.hint("outbound");
      if (prove) deps.wake.hint("channels");
      return render(ctx.tx, changed);
    },

    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await get(ctx.tx, wire, true);
      const unsent = await queries.deleteChannel(ctx.tx, ctx.now, row);
      await recordAudit(ctx, deps.ids, "channel.deleted", wire);
      await appendEvents(ctx.tx, ctx.now, [
        channelEvent({ ...row, status: "Disconnected" }, "The channel was deleted."),
        ...unsent.map((message) => ({
          id: deps.ids.uuid(),
          type: "message.status",
          channelId: row.id,
          conversationId: message.conversation_id,
          data: {
            channelId: wireId("chn", row.id),
            conversationId: wireId("conv", message.conversation_id),
            contactId: wireId("cnt", message.contact_id),
            broadcastId: message.broadcast,
            message: { id: wireId("msg", message.id), externalId: null, clientReference: message.client_reference },
            status: "failed",
            previousStatus: "queued",
            occurredAt: ctx.now.toISOString(),
            error: queries.channelGone,
          },
        })),
      ]);
      deps.wake.hint("routes");
      // Another channel may have waited for what this one held.
      deps.wake.hint("channels");
      return { id: wire, deleted: true };
    },
  };
}

export type ChannelsService = ReturnType<typeof createChannelsService>;

/** Whether a person switched it off: the platform always gives a reason. Only a person switches it on again. */
const switchedOff = (row: queries.ChannelRow): boolean => row.status === "Disconnected" && row.status_reason === null;

const unknownCredentials: upkeep.NewCredentials = { expiresAt: null, renewableUntil: null, refreshedAt: null, issuedBy: null };

function knownCredentials(row: queries.ChannelRow): upkeep.NewCredentials {
  return {
    expiresAt: row.credentials_expire_at,
    renewableUntil: row.credentials_renewable_until,
    refreshedAt: row.credentials_refreshed_at,
    issuedBy: issuedBy(row),
  };
}
