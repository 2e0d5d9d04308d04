import { isDeepStrictEqual } from "node:util";
import { type ChannelStanding, type ProviderError, providerErrorOf, providerFailure } from "@parley/connector-kit";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { appFields, splitConfig } from "../channel-config.ts";
import type { ChannelStore } from "../channel-store.ts";
import * as queries from "../channels.queries.ts";
import { callsRefused, refreshDue, retryDue } from "./credentials.ts";
import { issuedBy, refreshAppFor } from "../authorization/provider-app.ts";
import { endProofs } from "../ownership/shared-routes.queries.ts";
import { fetchStanding, standingAfter } from "./standing.ts";
import { claimUpkeep, countCredentials, dueChannels, planUpkeep, postponeUpkeep } from "./upkeep.queries.ts";

/** The operator removed its settings; refreshing continues once they are back. */
const missingAppReason: ProviderError = {
  class: "retryable",
  providerCode: "not_sent",
  code: "provider_error",
  message: "This server has no provider app for this platform.",
  scope: "channel",
};
/** The tenant removed its own app from the channel, and no other app can refresh what it issued. */
const otherAppReason: ProviderError = {
  ...missingAppReason,
  class: "credentials",
  message: "The credentials were issued by a provider app whose settings the channel no longer has.",
};

const leaseMs = 120_000;
const atOnceMax = 20;

/** The result of a call to the platform. */
interface Outcome {
  config: Record<string, unknown>;
  /** null: the credentials do not expire; undefined: the platform did not say. */
  expiresAt: Date | null | undefined;
  renewableUntil?: Date | undefined;
  standing?: ChannelStanding;
}

/**
 * Runs what is due for channels whose `upkeep_at` has passed: the remaining set-up after an authorisation, and the refresh of credentials
 * before they expire. A lease limits it to one process at a time, because using a rotating refresh token twice invalidates it. The call is
 * made outside transactions; its result is stored only for the credentials it was made with. See docs/subsystems/channels/channels.md,
 * Credentials.
 */
export function createUpkeep(deps: { database: Database; store: ChannelStore; clock: Clock; wake: Wake; log: Log }) {
  const { database, store } = deps;

  /** False: nothing was due, or another process does it. */
  async function runOne(tenantId: string, channelId: string): Promise<boolean> {
    const claimed = await database.withTenant(tenantId, async (tx) => {
      const now = deps.clock.now();
      const row = await claimUpkeep(tx, now, channelId, new Date(now.getTime() + leaseMs));
      return row === null ? null : { row, secrets: await store.openSecrets(tx, row) };
    });
    if (claimed === null) return false;
    const { row } = claimed;
    let outcome: Outcome | undefined;
    let failure: unknown;
    try {
      outcome = await call(row, { ...row.config, ...claimed.secrets });
    } catch (error) {
      failure = error;
    }
    await database.withTenant(tenantId, async (tx) => {
      const now = deps.clock.now();
      const current = await queries.findChannel(tx, row.id, true);
      if (current === null) return;
      if (current.credentials_version !== row.credentials_version) {
        // The credentials were replaced meanwhile, with a plan of their own: the result for the old ones is useless. A
        // channel that was only reconnected still has the old ones and needs what they were exchanged for (the old
        // refresh token may be used up now).
        const same = outcome !== undefined && current.upkeep === row.upkeep && (await sameSecrets(tx, current, claimed.secrets));
        if (!same) return;
      }
      if (outcome === undefined) await fail(tx, now, current, failure);
      else await succeed(tx, now, current, row, outcome);
    });
    for (const topic of ["routes", "outbound", "events"] as const) deps.wake.hint(topic);
    return true;
  }

  async function sameSecrets(tx: Tx, row: queries.ChannelRow, secrets: Record<string, unknown>): Promise<boolean> {
    return isDeepStrictEqual(await store.openSecrets(tx, row), secrets);
  }

  async function call(row: queries.ChannelRow, config: Record<string, unknown>): Promise<Outcome> {
    const installed = store.installedOf(row.kind);
    const access = { externalId: row.external_id, config };
    const { authorization } = installed.connector;
    if (row.upkeep === "activate") {
      const done = await authorization?.activate?.(access, installed.http);
      return { config: done?.config ?? {}, expiresAt: undefined, standing: await fetchStanding(installed, access, deps.log) };
    }
    if (authorization?.refresh === undefined) throw new Error(`${row.kind} can no longer refresh credentials`);
    const issued = issuedBy(row);
    const app = refreshAppFor(installed, config, issued);
    if (app === null) throw providerFailure(issued?.app === "own" ? otherAppReason : missingAppReason);
    const fresh = await authorization.refresh(access, app, installed.http);
    return {
      config: fresh.config,
      expiresAt: fresh.expiresAt === undefined ? null : new Date(fresh.expiresAt),
      renewableUntil: fresh.renewableUntil === undefined ? undefined : new Date(fresh.renewableUntil),
    };
  }

  async function succeed(tx: Tx, now: Date, row: queries.ChannelRow, claimed: queries.ChannelRow, outcome: Outcome): Promise<void> {
    const did = claimed.upkeep;
    const { connector } = store.installedOf(row.kind);
    const { description } = connector;
    const fields = appFields(description);
    const known = { open: row.config, secret: await store.openSecrets(tx, row) };
    const config = splitConfig(description, outcome.config, known, (field) => fields.has(field));
    const finished = did === "activate" && (row.status === "Pending" || row.status === "Error");
    // Set up but not confirmed yet: keeps the reason of the pending confirmation.
    const status = !finished ? row.status : row.awaits_proof ? "Pending" : "Connected";
    const standing = standingAfter(claimed, row, outcome.standing ?? {});
    // On a connected channel the reason says that calls are refused; this one was not.
    const statusReason = status !== row.status || status === "Connected" ? null : row.status_reason;
    const changed = await queries.updateChannel(tx, now, row, {
      status,
      statusReason,
      config: config.open,
      secrets: await store.sealSecrets(tx, row.id, config.secret),
      ...standing,
    });
    const expiresAt = outcome.expiresAt === undefined ? row.credentials_expire_at : outcome.expiresAt;
    if (did === "refresh") {
      const renewableUntil = outcome.renewableUntil ?? row.credentials_renewable_until;
      await countCredentials(tx, now, row, { expiresAt, renewableUntil, refreshedAt: now, issuedBy: issuedBy(row) });
    }
    const due = connector.authorization?.refresh === undefined ? null : refreshDue(now, expiresAt);
    await planUpkeep(tx, row.id, { upkeep: due === null ? null : "refresh", at: due, error: null });
    const same =
      status === row.status &&
      statusReason === row.status_reason &&
      standing.qualityRating === row.quality_rating &&
      standing.messagingLimit === row.messaging_limit;
    if (!same) await appendEvents(tx, now, [store.channelEvent(changed, null)]);
  }

  async function fail(tx: Tx, now: Date, row: queries.ChannelRow, failure: unknown): Promise<void> {
    const error = providerErrorOf(failure);
    if (error === undefined)
      deps.log.error({ err: failure, kind: row.kind, upkeep: row.upkeep }, "upkeep of a channel failed with an internal error");
    const problem = error === undefined ? "An error on this server; see its log." : `${error.message} (${error.providerCode})`;
    const next = stateAfter(row, error);
    const off = row.status === "Disconnected";
    if (off && next === "NeedsReauth") await endProofs(tx, row.id);
    // What was switched off meanwhile stays off; the step is due once it is switched on.
    if (next === null || off) {
      await postponeUpkeep(tx, row.id, retryDue(now, row.upkeep_attempts, error?.retryAfterMs), problem);
      return;
    }
    const reason = reasonFor(next, error, problem);
    if (next === "NeedsReauth") await endProofs(tx, row.id);
    const changed = await queries.updateChannel(tx, now, row, { status: next, statusReason: reason });
    // An unfinished set-up is not due until the channel is connected again.
    const left =
      next === "NeedsReauth" && row.upkeep === "activate" ? ({ upkeep: "activate", at: now } as const) : { upkeep: null, at: null };
    await planUpkeep(tx, row.id, { ...left, error: problem });
    await appendEvents(tx, now, [store.channelEvent(changed, reason)]);
  }

  const loop: Loop = createLoop({
    name: "channel upkeep",
    wake: deps.wake,
    topics: ["channels"],
    pollMs: 15_000,
    log: deps.log,
    async run() {
      const due = await dueChannels(database, deps.clock.now(), atOnceMax);
      const done = await Promise.all(due.map((channel) => runOne(channel.tenant_id, channel.id)));
      return done.includes(true);
    },
  });

  return { runOne, loop };
}

export type Upkeep = ReturnType<typeof createUpkeep>;

/**
 * A person is needed only after an explicit refusal of the credentials: of the refresh itself, or of the call that caused a refresh which
 * is now finally refused. Only a final refusal of the set-up is an error. null: retry.
 */
function stateAfter(row: queries.ChannelRow, error: ProviderError | undefined): "NeedsReauth" | "Error" | null {
  if (error?.class === "credentials") return "NeedsReauth";
  if (error?.class !== "permanent") return null;
  if (row.upkeep === "activate") return "Error";
  return callsRefused(row) ? "NeedsReauth" : null;
}

function reasonFor(next: "NeedsReauth" | "Error", error: ProviderError | undefined, problem: string): string {
  if (next === "Error") return `The platform did not set the channel up: ${problem}`;
  if (error?.class === "credentials") return `The platform rejected the credentials: ${problem} Reconnect the channel.`;
  return `The platform rejected the credentials, and did not refresh them: ${problem} Reconnect the channel.`;
}
