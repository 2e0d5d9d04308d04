import type { ProviderError, SendOutcome } from "@parley/connector-kit";
import type { ChannelsService, KnownChannel } from "#modules/channels/channels/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Log } from "#platform/log/log.ts";
import { withRemedy } from "#platform/errors/remedies.ts";
import { backoffMs } from "#platform/retry/schedule.ts";
import { recordOptOuts, isOptOutRefusal } from "./opt-outs.ts";
import { recordRefusal, refusesNumber } from "./refusals.queries.ts";
import { type ClaimedSend, type SendResult, throttleChannel } from "./dispatch.queries.ts";

export type Verdict = Pick<SendResult, "st" | "ext" | "err" | "run_at" | "counts">;

type ErrorFields = Pick<ProviderError, "code" | "message"> & { providerCode: string | null };

/** For answers about the message itself (the platform had a problem processing it). */
const triesMax = 8;
/**
 * For answers that only ask for a wait (throttling, no connection, credentials being refreshed) and say nothing about the message: it fails
 * after this time. A day, plus an hour for a platform that throttles until its next midnight.
 */
const waitsMaxMs = 25 * 3_600_000;
const credentialsWaitMs = 2_000;
/** The longest wait we choose for one person; the platform may ask for longer. */
const personWaitMaxMs = 3_600_000;

export const takesTemplates = ({ installed }: KnownChannel) => installed.connector.description.window.typesOutside.includes("template");

export function failed(error: ErrorFields, retryable = false): Verdict {
  const { code, providerCode, message } = error;
  return { st: "failed", ext: null, err: { code, providerCode, message, retryable }, run_at: null, counts: null };
}

/** Cancelled before it was sent, because its sender stopped. */
export const cancelled: Verdict = { st: "cancelled", ext: null, err: null, run_at: null, counts: null };

/** The verdict on a call to the platform. Total over a connector's four classes of answers. */
export function createSendPolicy(deps: {
  database: Database;
  channels: ChannelsService;
  clock: Clock;
  ids: IdSource;
  log: Log;
  random(): number;
}) {
  const { random } = deps;

  function queued(runAt: Date, counts: Verdict["counts"]): Verdict {
    return { st: "queued", ext: null, err: null, run_at: runAt.toISOString(), counts };
  }

  function unknown(error: ErrorFields): Verdict {
    return { ...failed(error), st: "unknown" };
  }

  /** Back to the queue without using up an attempt; `error` becomes the message's error if its time runs out. */
  function wait(claim: ClaimedSend, error: ErrorFields, waitMs?: number): Verdict {
    const runAt = deps.clock.now().getTime() + (waitMs ?? backoffMs(claim.waits + 1, { baseMs: 1_000, maxMs: 300_000, random }));
    if (runAt - claim.first_claimed_at.getTime() <= waitsMaxMs) return queued(new Date(runAt), "wait");
    return failed({ ...error, message: `${error.message} The message could not be sent within a day. Send it again.` }, true);
  }

  /**
   * Records what a refusal means for the channel. A failure here must not affect the message: it certainly was not sent, and is queued
   * again.
   */
  async function tryApply(what: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) =>
      deps.log.warn({ err: error, what }, "a rejection by the platform could not be recorded; the next one is"),
    );
  }

  /** The channel's queue waits until a person reconnects it, or its credentials are refreshed. */
  async function afterRefusedCredentials(claim: ClaimedSend, channel: KnownChannel, error: ProviderError): Promise<Verdict> {
    const now = deps.clock.now();
    let verdict: Awaited<ReturnType<ChannelsService["credentialsRefused"]>> | undefined;
    await tryApply("the channel's state", async () => {
      verdict = await deps.database.withTenant(claim.tenant_id, (tx) =>
        deps.channels.credentialsRefused(tx, now, channel.id, channel.credentialsVersion, error),
      );
      if (verdict !== "refreshing") return;
      const until = new Date(now.getTime() + credentialsWaitMs);
      await throttleChannel(deps.database, claim.tenant_id, channel.id, { now, until, aboutRate: false });
    });
    return verdict === "needs_reauth" ? queued(now, null) : wait(claim, error, credentialsWaitMs);
  }

  async function later(claim: ClaimedSend, channel: KnownChannel, error: ProviderError): Promise<Verdict> {
    const now = deps.clock.now();
    const retryAfter = error.retryAfterMs === undefined ? undefined : Math.min(waitsMaxMs, error.retryAfterMs);
    if (error.scope === "message") {
      if (claim.tries + 1 >= triesMax) return failed(error, true);
      const waitMs = retryAfter ?? backoffMs(claim.tries + 1, { baseMs: 1_000, maxMs: 300_000, random });
      return queued(new Date(now.getTime() + waitMs), "try");
    }
    const throttled = error.providerCode !== "network";
    const reported = throttled && error.code === "provider_error" ? { ...error, code: "rate_limited" } : error;
    if (error.scope === "recipient") {
      // For one person the platform asks for 4^n times its wait (channel-protocols.md 2.9).
      if (retryAfter === undefined) return wait(claim, reported);
      // Never beyond the message's deadline, so that growing waits alone do not expire it before its last attempt.
      const left = claim.first_claimed_at.getTime() + waitsMaxMs - now.getTime();
      return wait(claim, reported, Math.max(retryAfter, Math.min(retryAfter * 4 ** Math.min(claim.waits, 10), personWaitMaxMs, left)));
    }
    const waitMs = retryAfter ?? backoffMs(claim.waits + 1, { baseMs: 1_000, maxMs: 300_000, random });
    // No answer at all says nothing about the rate.
    const pause = { now, until: new Date(now.getTime() + waitMs), aboutRate: throttled };
    await tryApply("the channel's pause", () => throttleChannel(deps.database, claim.tenant_id, channel.id, pause));
    return wait(claim, reported, waitMs);
  }

  /** The consequences of a final refusal beyond this message: for the number or for the person. */
  async function applyConsequences(claim: ClaimedSend, channel: KnownChannel, error: ProviderError): Promise<void> {
    const now = deps.clock.now();
    if (refusesNumber(error))
      await tryApply("the number's refusal", async () => {
        await deps.database.worker(recordRefusal(claim.tenant_id, channel.id, now));
      });
    const { message_id: messageId } = claim;
    if (isOptOutRefusal(error) && messageId !== null)
      await tryApply("the person's opt-out", () =>
        deps.database.withTenant(claim.tenant_id, (tx) => recordOptOuts(tx, deps.ids, now, [{ messageId, at: now.toISOString() }])),
      );
  }

  async function judge(claim: ClaimedSend, channel: KnownChannel, outcome: SendOutcome): Promise<Verdict> {
    if (outcome.kind === "accepted") return { st: "sent", ext: outcome.externalId, err: null, run_at: null, counts: null };
    const { error } = outcome;
    if (outcome.kind === "unknown") return unknown(error);
    switch (error.class) {
      case "permanent":
        await applyConsequences(claim, channel, error);
        return failed({ ...error, message: withRemedy(error.code, error.message, takesTemplates(channel)) });
      case "unknown":
        return unknown(error);
      case "credentials":
        return afterRefusedCredentials(claim, channel, error);
      case "retryable":
        return later(claim, channel, error);
    }
  }

  return { judge, wait };
}
