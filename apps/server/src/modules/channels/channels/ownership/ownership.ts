import { type ChannelStanding, type Ownership, type ProviderError, providerErrorOf } from "@parley/connector-kit";
import type { Clock } from "#platform/clock/clock.ts";
import type { Timers } from "#platform/clock/timers.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { ChannelStore } from "../channel-store.ts";
import { type ChannelRow, findChannel, updateChannel } from "../channels.queries.ts";
import { retryDue } from "../credentials/credentials.ts";
import { claimOwnershipCheck, dueOwnershipChecks, endOwnershipCheck } from "./ownership.queries.ts";
import { type IssuedBy, issuedBy, refreshAppFor } from "../authorization/provider-app.ts";
import { endProofs, proveRoutes, routeProofs } from "./shared-routes.queries.ts";
import { fetchStanding, standingAfter } from "../credentials/standing.ts";

const leaseMs = 60_000;
const atOnceMax = 20;
/** A few hours with growing delays: a number may be registered, or a permission granted, after the channel was entered. */
const refusalsMax = 8;
/** Channels connected before proofs were required are not dropped after one refusal: a platform may still be starting up, or be wrong. */
const inheritedRefusalsMax = 3;
/** A request waits no longer than this for a platform; the loop asks again, without a limit. */
const requestMs = 10_000;
const standingMs = 3_000;

/** The platform's answer about a channel's credentials, asked at `askedAt`. */
export type Answer = { askedAt: Date } & (
  | {
      kind: "proved";
      /** Also for the account that the channel names besides its own id. */
      account: boolean;
      /** What is not proved, and why; null if everything that the channel names is. */
      problem: string | null;
      retryAfterMs?: number | undefined;
      standing: ChannelStanding;
    }
  /** An explicit no. */
  | { kind: "refused"; problem: string; retryAfterMs?: number | undefined }
  /** The platform could not be asked. */
  | { kind: "unknown"; problem: string; retryAfterMs?: number | undefined }
);

export interface OwnershipRequest {
  kind: string;
  externalId: string;
  accountId: string | null;
  /** With secrets in clear text. */
  config: Record<string, unknown>;
  issuedBy: IssuedBy | null;
}

/** Two concurrent requests changed the settings: the answer is about settings that are no longer stored. */
export function outdatedAnswer(now: Date): Answer {
  return { kind: "unknown", askedAt: now, problem: "Another request changed the settings in the meantime." };
}

/**
 * Asks the platform who owns a channel's credentials, and applies the answer to the routes on the shared callback address and to whether
 * the channel is Connected. The platform is asked outside transactions; the answer counts only for the credentials it is about, and only if
 * no other tenant has a newer proof. See docs/subsystems/channels/channels.md, Whose account.
 */
export function createOwnership(deps: { database: Database; store: ChannelStore; clock: Clock; wake: Wake; log: Log; timers: Timers }) {
  const { database, store, timers } = deps;

  async function answerOf(
    request: OwnershipRequest,
    app: ReturnType<typeof refreshAppFor>,
  ): Promise<{ owned: Ownership } | Exclude<Answer, { kind: "proved" }>> {
    const { connector, http } = store.installedOf(request.kind);
    const askedAt = deps.clock.now();
    try {
      const owned = await connector.checkOwnership?.(
        { externalId: request.externalId, config: request.config, ...(app === null ? {} : { app }) },
        http,
      );
      if (owned?.channel === true) return { owned };
      return { kind: "refused", askedAt, problem: "The platform does not say that these credentials belong to the account." };
    } catch (error) {
      const known = providerErrorOf(error);
      if (known === undefined) {
        deps.log.error({ err: error, kind: request.kind }, "the owner of a channel could not be checked: internal error");
        return { kind: "unknown", askedAt, problem: "An error on this server; see its log." };
      }
      const explicit = known.class === "credentials" || known.class === "permanent";
      return { kind: explicit ? "refused" : "unknown", askedAt, ...problemOf(known) };
    }
  }

  /** Never inside a transaction. Never rejects because of the platform's answer. `hurry`: a person is waiting. */
  async function ask(request: OwnershipRequest, hurry: boolean): Promise<Answer> {
    const askedAt = deps.clock.now();
    const installed = store.installedOf(request.kind);
    const app = refreshAppFor(installed, request.config, request.issuedBy);
    const late: Answer = { kind: "unknown", askedAt, problem: `The platform did not answer within ${requestMs / 1_000} seconds.` };
    const found = await within(hurry ? requestMs : null, answerOf(request, app), late);
    if (!("owned" in found)) return found;
    const { account, failure } = found.owned;
    const standing = await within(
      hurry ? standingMs : null,
      fetchStanding(installed, { externalId: request.externalId, config: request.config }, deps.log),
      {},
    );
    const proved = { kind: "proved", askedAt, account, standing } as const;
    if (failure !== undefined) return { ...proved, ...problemOf(failure) };
    const whole = request.accountId === null || account;
    return { ...proved, problem: whole ? null : `The platform does not confirm that it belongs to the account ${request.accountId}.` };
  }

  async function within<T>(ms: number | null, work: Promise<T>, late: T): Promise<T> {
    if (ms === null) return work;
    let cancel = () => {};
    const limit = new Promise<T>((resolve) => {
      cancel = timers.after(ms, () => resolve(late));
    });
    try {
      return await Promise.race([work, limit]);
    } finally {
      cancel();
    }
  }

  /**
   * Applies an answer about the credentials that `row`, locked, has now. `attempts`: how often the platform was asked
   * since a person requested the connection.
   */
  async function settle(tx: Tx, now: Date, row: ChannelRow, answer: Answer, attempts: number): Promise<ChannelRow> {
    const proofs = await routeProofs(tx, row.id);
    const again = (answerAgain: { retryAfterMs?: number | undefined }) => retryDue(now, attempts, answerAgain.retryAfterMs);
    const when = { claimedAt: row.claimed_at, askedAt: answer.askedAt };
    // The operator vouches for the number, which needs no other proof; the account named besides may have changed since.
    if (proofs.channel === "operator") {
      const open = row.account_id !== null && proofs.account === null;
      const confirmed = answer.kind === "proved" && answer.account;
      if (open && confirmed) await proveRoutes(tx, row.id, { channel: false, account: true }, "credentials", when);
      await endOwnershipCheck(tx, row.id, open && !confirmed && attempts < refusalsMax ? again(answer) : null, null);
      return row.awaits_proof ? proved(tx, now, row) : row;
    }
    if (answer.kind === "proved") {
      if (!(await proveRoutes(tx, row.id, { channel: true, account: answer.account }, "credentials", when))) {
        await endOwnershipCheck(tx, row.id, null, provedElsewhereMessage);
        return row.awaits_proof ? pending(tx, now, row, provedElsewhereMessage) : row;
      }
      await endOwnershipCheck(tx, row.id, answer.problem === null || attempts >= refusalsMax ? null : again(answer), answer.problem);
      return row.awaits_proof ? proved(tx, now, row) : row;
    }
    if (answer.kind === "unknown") {
      await endOwnershipCheck(tx, row.id, again(answer), answer.problem);
      return row.awaits_proof ? pending(tx, now, row, `${unreachedError}: ${answer.problem}`) : row;
    }
    const retries = attempts < refusalsMax;
    await endOwnershipCheck(tx, row.id, retries ? again(answer) : null, answer.problem);
    if (proofs.channel === "inherited" && attempts < inheritedRefusalsMax) return row;
    // Connected through the tenant's own provider app, without the shared address: there is nothing to end.
    if (proofs.channel === null && !row.awaits_proof) return row;
    await endProofs(tx, row.id);
    return pending(tx, now, row, `${refused}: ${answer.problem}`);
  }

  /** A pending set-up at the platform keeps it Pending. */
  function proved(tx: Tx, now: Date, row: ChannelRow): Promise<ChannelRow> {
    const connected = row.status === "Pending" && row.upkeep !== "activate";
    return updateChannel(tx, now, row, { awaitsProof: false, ...(connected ? { status: "Connected", statusReason: null } : {}) });
  }

  /** Keeps better reasons: switched off by a person, restricted by the platform, refused credentials. */
  async function pending(tx: Tx, now: Date, row: ChannelRow, reason: string): Promise<ChannelRow> {
    const shown = row.status === "Connected" || row.status === "Pending";
    return updateChannel(tx, now, row, { awaitsProof: true, ...(shown ? { status: "Pending", statusReason: reason } : {}) });
  }

  /**
   * The check was planned for a channel that the operator vouched for and whose route another tenant has proved since: nobody claims it
   * here, and a confirmation must not take back what is lost.
   */
  async function isUnclaimed(tx: Tx, row: ChannelRow): Promise<boolean> {
    return !row.awaits_proof && (await routeProofs(tx, row.id)).channel === null;
  }

  async function leave(tx: Tx, row: ChannelRow): Promise<ChannelRow> {
    await endOwnershipCheck(tx, row.id, null, null);
    return row;
  }

  async function checkOne(tenantId: string, channelId: string): Promise<boolean> {
    const claimed = await database.withTenant(tenantId, async (tx) => {
      const now = deps.clock.now();
      const row = await claimOwnershipCheck(tx, now, channelId, new Date(now.getTime() + leaseMs));
      return row === null ? null : { row, secrets: await store.openSecrets(tx, row) };
    });
    if (claimed === null) return false;
    const { row, secrets } = claimed;
    const config = { ...row.config, ...secrets };
    const { kind, external_id: externalId, account_id: accountId } = row;
    if (store.installedOf(kind).connector.checkOwnership === undefined) {
      await database.withTenant(tenantId, (tx) => endOwnershipCheck(tx, channelId, null, null));
      return true;
    }
    const answer = await ask({ kind, externalId, accountId, config, issuedBy: issuedBy(row) }, false);
    let differs = false;
    await database.withTenant(tenantId, async (tx) => {
      const current = await findChannel(tx, channelId, true);
      // The credentials were replaced meanwhile, with a check of their own; or they were refused, and only a person may try them again.
      if (current?.credentials_version !== row.credentials_version || current.account_id !== row.account_id) return;
      if (!["Pending", "Connected", "Error"].includes(current.status)) return;
      const now = deps.clock.now();
      const settled = (await isUnclaimed(tx, current)) ? await leave(tx, current) : await settle(tx, now, current, answer, row.attempts);
      const standing = standingAfter(row, current, answer.kind === "proved" ? answer.standing : {});
      const shown = { ...settled, quality_rating: standing.qualityRating, messaging_limit: standing.messagingLimit };
      if (!isSameState(settled, shown)) await updateChannel(tx, now, settled, standing);
      differs = !isSameState(current, shown);
      if (differs) await appendEvents(tx, now, [store.channelEvent(shown, null)]);
    });
    deps.wake.hint("routes");
    if (differs) for (const topic of ["events", "outbound", "channels"] as const) deps.wake.hint(topic);
    return true;
  }

  const loop: Loop = createLoop({
    name: "channel owners",
    wake: deps.wake,
    topics: ["channels"],
    pollMs: 2_000,
    log: deps.log,
    async run() {
      const due = await dueOwnershipChecks(database, deps.clock.now(), atOnceMax);
      const done = await Promise.all(due.map((channel) => checkOne(channel.tenant_id, channel.id)));
      return done.includes(true);
    },
  });

  return { ask, settle, loop };
}

export type OwnershipChecks = ReturnType<typeof createOwnership>;

const refused = "The platform does not confirm that the account is yours";
const unreachedError = "The platform could not be asked who owns the account, and is asked again";
/** The error for a request that was overtaken by another tenant's newer proof. */
export const provedElsewhereMessage =
  "Another tenant has proved on the platform that it owns this account since you requested this connection. " +
  "If the account is yours, claim it again (PATCH { status: Connected }), or reconnect the channel by signing in.";

const problemOf = ({ message, providerCode, retryAfterMs }: ProviderError) => ({ problem: `${message} (${providerCode})`, retryAfterMs });

const isSameState = (a: ChannelRow, b: ChannelRow): boolean =>
  a.status === b.status &&
  a.status_reason === b.status_reason &&
  a.quality_rating === b.quality_rating &&
  a.messaging_limit === b.messaging_limit;
