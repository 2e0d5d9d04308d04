import type { ChannelStanding, HealthFinding } from "@parley/connector-kit";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { Context } from "#platform/http/context.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import { type Log, newReference } from "#platform/log/log.ts";
import type { ChannelStore } from "../channel-store.ts";
import type { ChannelRow } from "../channels.queries.ts";
import { endsSoon } from "../credentials/credentials.ts";
import { type ChannelFacts, channelFacts, waitingCounted } from "./health.queries.ts";
import type { ChannelHealth } from "./health.schema.ts";
import { expiryNotice } from "./notices.ts";
import { issuedBy, refreshAppFor } from "../authorization/provider-app.ts";
import { isRouteHeld } from "../ownership/shared-routes.queries.ts";
import { storeStanding } from "../credentials/standing.ts";

const lateMs = 5 * 60_000;

/** Checks a channel from both sides: what the platform answers, and what is stored here. Never inside a transaction. */
export function createChannelHealth(deps: { database: Database; store: ChannelStore; clock: Clock; wake: Wake; log: Log }) {
  const { store } = deps;
  return async function health(ctx: Context, wire: string): Promise<ChannelHealth> {
    const { row, facts, config } = await deps.database.withTenant(ctx.tenantId, async (tx) => {
      const found = await store.get(tx, wire);
      return {
        row: found,
        facts: await channelFacts(tx, found.id, deps.clock.now()),
        config: { ...found.config, ...(await store.openSecrets(tx, found)) },
      };
    });
    const installed = store.installedOf(row.kind);
    const { connector, http } = installed;
    const app = refreshAppFor(installed, config, issuedBy(row));
    let platform: HealthFinding[] = [];
    try {
      platform = (await connector.checkHealth?.({ externalId: row.external_id, config, ...(app === null ? {} : { app }) }, http)) ?? [];
    } catch (error) {
      const reference = newReference();
      deps.log.error({ err: error, reference, kind: row.kind }, "a health check failed with an internal error");
      const message = `The platform could not be checked because of an error on this server (${reference}).`;
      const remedy = "Contact the operator of this server and quote the code.";
      platform = [{ check: "platform", ok: false, message, remedy, values: { reference } }];
    }
    const now = deps.clock.now();
    const standing: ChannelStanding = Object.assign({}, ...platform.map((finding) => finding.standing));
    if (await deps.database.withTenant(ctx.tenantId, (tx) => storeStanding(tx, now, store, row, standing))) deps.wake.hint("events");
    const ownAddress = config[connector.description.signingSecretField] === undefined ? null : store.callbackPathOf(row);
    const elsewhere = {
      channel:
        facts.shared_channel === null && (await isRouteHeld(deps.database, row.kind, { by: "channel", externalId: row.external_id })),
      account:
        facts.shared_account === null &&
        row.account_id !== null &&
        (await isRouteHeld(deps.database, row.kind, { by: "account", externalId: row.account_id })),
    };
    const findings = [...ownFindings(row, facts, ownAddress, now), ...routeFindings(row, facts, ownAddress, elsewhere), ...platform];
    return {
      channelId: wire,
      status: row.status as ChannelHealth["status"],
      healthy: findings.every((finding) => finding.ok),
      checkedAt: now.toISOString(),
      pace: {
        messagesPerSecond: row.messages_per_second,
        messagesPerSecondNow: Math.round((facts.rate ?? row.messages_per_second) * 10) / 10,
        pausedUntil: facts.pause_until !== null && facts.pause_until > now ? facts.pause_until.toISOString() : null,
      },
      findings: findings.map(({ check, ok, message, remedy, values }) => ({
        check,
        ok,
        message,
        remedy: remedy ?? null,
        values: values ?? {},
      })),
    };
  };
}

export type CheckChannelHealth = ReturnType<typeof createChannelHealth>;

function ownFindings(row: ChannelRow, facts: ChannelFacts, ownAddress: string | null, now: Date): HealthFinding[] {
  return [
    statusFinding(row, facts.shared_channel !== null || ownAddress !== null),
    ...credentialsFindings(row, now),
    queueFinding(row, facts, now),
    throttleFinding(facts, now),
    ...callbackFinding(facts, now),
  ];
}

/** The status in words; developers look for its name. */
const statusTexts: Record<string, string> = {
  Pending: "The platform has not confirmed the channel yet (Pending)",
  NeedsReauth: "The platform no longer accepts the channel's credentials (NeedsReauth)",
  Disconnected: "The channel is turned off (Disconnected)",
  Error: "The channel does not work (Error)",
};

const statusRemedies: Record<string, string> = {
  Pending:
    "The server asks the platform again automatically. If the reason is about the credentials, give the channel new ones (PATCH), or reconnect it.",
  NeedsReauth: "Reconnect the channel (POST /channels/{id}/reconnect), or give it new credentials (PATCH).",
  Disconnected: "Turn it on with PATCH { status: Connected }, or reconnect it.",
  Error: "Resolve the reason on the platform, then reconnect the channel.",
};

function statusFinding(row: ChannelRow, isReceiving: boolean): HealthFinding {
  if (row.status === "Connected") return { check: "status", ok: true, message: "The channel is connected." };
  const reason = row.status_reason ?? row.upkeep_error;
  const inbound = isReceiving ? "customers' messages are still received." : "customers' messages are not received either.";
  const why = reason === null ? "" : `: ${reason.replace(/\.$/, "")}`;
  const message = `${statusTexts[row.status] ?? row.status}${why}. Nothing is sent; ${inbound}`;
  return { check: "status", ok: false, message, remedy: statusRemedies[row.status] ?? "Reconnect the channel." };
}

function credentialsFindings(row: ChannelRow, now: Date): HealthFinding[] {
  const renewal = row.credentials_renewable_until;
  const own = expiryFinding(row, now);
  const findings = own === null ? [] : [own];
  if (renewal !== null && endsSoon(now, renewal))
    findings.push({
      ...{ check: "sign_in", ok: false, message: expiryNotice(row, renewal), values: { endsAt: renewal.toISOString() } },
      remedy: "Reconnect the channel before that day.",
    });
  return findings;
}

function expiryFinding(row: ChannelRow, now: Date): HealthFinding | null {
  const end = row.credentials_expire_at;
  const values = end === null ? {} : { endsAt: end.toISOString() };
  if (row.upkeep_error !== null && row.upkeep === "refresh") {
    const message = `The credentials could not be refreshed: ${row.upkeep_error}${end === null ? "" : ` They expire on ${day(end)}.`}`;
    return { check: "credentials", ok: false, message, values, remedy: "The server retries. If it keeps failing, reconnect the channel." };
  }
  if (end === null) return null;
  if (end <= now)
    return {
      check: "credentials",
      ok: false,
      message: `The credentials expired on ${day(end)}.`,
      values,
      remedy: "Reconnect the channel.",
    };
  if (row.upkeep === "refresh")
    return { check: "credentials", ok: true, message: `The credentials expire on ${day(end)} and are refreshed before that.`, values };
  const message = `The credentials expire on ${day(end)}, and this platform does not allow refreshing them.`;
  return endsSoon(now, end)
    ? { check: "credentials", ok: false, message, values, remedy: "Reconnect the channel before that day." }
    : { check: "credentials", ok: true, message, values };
}

function queueFinding(row: ChannelRow, facts: ChannelFacts, now: Date): HealthFinding {
  const { waiting, oldest_due_at: oldest } = facts;
  const count = waiting >= waitingCounted ? `at least ${waitingCounted}` : String(waiting);
  if (oldest === null || now.getTime() - oldest.getTime() < lateMs)
    return {
      check: "queue",
      ok: true,
      message: waiting === 0 ? "No messages are waiting to be sent." : `${count} message(s) waiting in the queue.`,
      values: { waiting },
    };
  const minutes = Math.floor((now.getTime() - oldest.getTime()) / 60_000);
  const remedy =
    row.status === "Connected"
      ? "Send more slowly, ask the platform for a higher rate, or check that this server's workers are running."
      : "They are sent as soon as the channel is connected.";
  return {
    ...{ check: "queue", ok: false, message: `${count} message(s) waiting to be sent, the oldest for ${minutes} minutes.`, remedy },
    values: { waiting, since: oldest.toISOString() },
  };
}

function throttleFinding(facts: ChannelFacts, now: Date): HealthFinding {
  if (facts.pause_until === null || facts.pause_until <= now)
    return { check: "throttling", ok: true, message: "The platform is not throttling this channel." };
  return {
    check: "throttling",
    ok: false,
    message: `The platform asked for a pause until ${facts.pause_until.toISOString()}.`,
    values: { until: facts.pause_until.toISOString() },
    remedy: "Sending resumes automatically. Send more slowly if this happens again.",
  };
}

function callbackFinding(facts: ChannelFacts, now: Date): HealthFinding[] {
  const ago = (at: Date) => `${Math.max(0, Math.floor((now.getTime() - at.getTime()) / 60_000))} minutes ago (${at.toISOString()})`;
  const { last_callback_at: callback, last_inbound_at: inbound } = facts;
  const never = {
    message: "The platform has never called back for this channel. Neither messages nor delivery statuses arrive.",
    remedy: "Check the callback URL and the verify token on the platform, and that its app is subscribed to the account.",
  };
  return [
    callback === null
      ? { check: "callbacks", ok: false, ...never }
      : { check: "callbacks", ok: true, message: `The last callback came ${ago(callback)}.`, values: { at: callback.toISOString() } },
    {
      check: "inbound",
      ok: true,
      message: inbound === null ? "No customer has written yet." : `The last customer message came ${ago(inbound)}.`,
      ...(inbound === null ? {} : { values: { at: inbound.toISOString() } }),
    },
  ];
}

interface RoutesHeldElsewhere {
  channel: boolean;
  account: boolean;
}

/** `ownAddress`: the callback address for the tenant's own provider app; null: there is no such app. */
function routeFindings(row: ChannelRow, facts: ChannelFacts, ownAddress: string | null, elsewhere: RoutesHeldElsewhere): HealthFinding[] {
  const findings = [callbackAddress(row, facts, ownAddress, elsewhere.channel)];
  if (row.account_id !== null && facts.shared_account === null && ownAddress === null) {
    const what = `What the platform reports about the account ${row.account_id} as a whole (templates, quality, restrictions)`;
    findings.push({
      check: "account_callbacks",
      ok: false,
      message: elsewhere.account ? `${what} goes to another tenant.` : `${what} goes to nobody, because your ownership is not proved.`,
      remedy: proveOwnershipRemedy,
    });
  }
  return findings;
}

const proveOwnershipRemedy =
  "Prove that the account is yours: give the channel credentials for it (PATCH), or reconnect it by signing in on the platform.";

function callbackAddress(row: ChannelRow, facts: ChannelFacts, ownAddress: string | null, elsewhere: boolean): HealthFinding {
  const check = "callback_address";
  const why = row.ownership_error === null ? "" : ` (${row.ownership_error})`;
  if (facts.shared_channel === "inherited") {
    const message = `Callbacks of the shared provider app reach this channel as before, until the platform confirms who owns the account; it is asked${why}.`;
    return { check, ok: true, message };
  }
  if (facts.shared_channel !== null) return { check, ok: true, message: "Callbacks of the shared provider app reach this channel." };
  const rest = elsewhere
    ? "go to another tenant, which has proved that it owns the account"
    : `go to nobody, because ownership of the account is not proved${why}`;
  if (ownAddress !== null) {
    const message = `Callbacks reach this channel at ${ownAddress} only, from a provider app of your own: those of the shared one ${rest}.`;
    return { check, ok: true, message };
  }
  return { check, ok: false, message: `Callbacks for this account ${rest}.`, remedy: proveOwnershipRemedy };
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}
