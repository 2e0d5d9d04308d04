import type { MessageType, OutboundMessage, ProviderError, SendOutcome } from "@parley/connector-kit";
import type { ChannelDirectory, ChannelsService, KnownChannel } from "#modules/channels/index.ts";
import type { MediaService, SendableMedia } from "#modules/media/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { createGroupCommit } from "#platform/db/group-commit.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import { backoffMs } from "#platform/retry/schedule.ts";
import { mayLeave } from "./window-rules.ts";
import {
  type ClaimedSend,
  claimOutbound,
  completeSends,
  expiredSends,
  returnClaims,
  showReactions,
  throttleChannel,
} from "./dispatch.queries.ts";
import { StorageMissing } from "#platform/storage/storage.ts";
import { isMediaKind } from "./outbound-media.ts";

export interface DispatchDeps {
  database: Database;
  directory: ChannelDirectory;
  channels: ChannelsService;
  media: MediaService;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
  metrics: Metrics;
  random?: () => number;
}

const leaseMs = 60_000;
const inFlightMax = 400;
/** Burst of a channel that is not behind, see claim_outbound. The same for every worker and at all times. */
const sliceMs = 50;
const attemptsMax = 8;

interface Result {
  msg: string;
  att: number;
  st: "sent" | "failed" | "unknown" | "queued";
  ext: string | null;
  err: object | null;
  run_at: string | null;
  ev: string;
  /** It is a reaction: shown in the message it is about once it is sent. */
  reaction: boolean;
}

type Verdict = Omit<Result, "msg" | "att" | "ev" | "reaction">;

/**
 * Takes accepted messages to their platforms. A claim is committed before the call and its outcome after it; a crash in
 * between leaves the message `unknown`, and it never leaves a second time by itself.
 */
export function createDispatcher(deps: DispatchDeps) {
  const random = deps.random ?? Math.random;
  const inFlight = new Set<Promise<void>>();
  const results = createGroupCommit<Result, void>({
    database: deps.database,
    lanes: 2,
    batchMax: 200,
    async execute(tx, items) {
      await completeSends(tx, deps.clock.now(), items);
      const reactions = items.filter((item) => item.reaction && item.st === "sent").map((item) => item.msg);
      if (reactions.length > 0) await showReactions(tx, reactions);
      return items.map(() => undefined);
    },
  });

  async function settle(claim: ClaimedSend & { message_id: string }, result: Verdict): Promise<void> {
    const item = { msg: claim.message_id, att: claim.attempts, ev: deps.ids.uuid(), reaction: claim.type === "reaction", ...result };
    // The outcome must be written down: while the database is away the row stays leased, and this stays in memory.
    for (let attempt = 1; ; attempt++) {
      try {
        await results.run(claim.tenant_id, item);
        deps.wake.hint("events");
        return;
      } catch (error) {
        if (attempt >= 10) throw error;
        deps.log.warn({ err: error, attempt }, "outcome of a send not stored yet");
        await new Promise((resolve) => setTimeout(resolve, backoffMs(attempt, { baseMs: 200, maxMs: 5_000, random })));
      }
    }
  }

  const failed = (error: { code: string; providerCode: string | null; message: string }) => ({
    st: "failed" as const,
    ext: null,
    err: { ...error, retryable: false },
    run_at: null,
  });

  const leaves = (claim: ClaimedSend, channel: KnownChannel) =>
    mayLeave(
      channel.installed.connector.description.window,
      {
        expiresAt: claim.window_expires_at,
        type: claim.type as MessageType,
        human: claim.human_agent,
        acceptedAt: claim.accepted_at,
      },
      deps.clock.now(),
    );

  /** Rules that may have changed since the message was accepted. */
  function refusedNow(claim: ClaimedSend, channel: KnownChannel): Verdict | null {
    if (claim.opt_in === "opted_out")
      return failed({ code: "recipient_opted_out", providerCode: null, message: "The recipient opted out before the message left." });
    if (leaves(claim, channel) === "no") {
      return failed({ code: "window_closed", providerCode: null, message: "The customer service window closed before the message left." });
    }
    return null;
  }

  /** What the call needs; read before it, so that a database that is away here leaves the message where it was. */
  async function prepare(claim: ClaimedSend & { message_id: string }) {
    const found = await deps.directory.access(claim.tenant_id, claim.channel_id);
    if (found === null) return null;
    const content = claim.content as { name?: string; language?: string } | null;
    const template =
      claim.type === "template" && content?.name !== undefined && content.language !== undefined
        ? await deps.directory.template(claim.tenant_id, found.channel.id, content.name, content.language)
        : null;
    const media = isMediaKind(claim.type)
      ? await deps.media.forSend(claim.tenant_id, claim.content?.["mediaId"], claim.type, textOf(claim.content?.["filename"]))
      : undefined;
    const address = claim.identity_address ?? (claim.provider_user_id === null ? claim.to_address : null);
    const message: OutboundMessage = {
      id: wireId("msg", claim.message_id),
      to: {
        ...(address === null ? {} : { address }),
        ...(claim.provider_user_id === null ? {} : { providerUserId: claim.provider_user_id }),
      },
      type: claim.type as OutboundMessage["type"],
      text: claim.text,
      content: claim.content,
      ...(claim.reply_external_id === null
        ? {}
        : { [claim.type === "reaction" ? "reactionToExternalId" : "replyToExternalId"]: claim.reply_external_id }),
      ...(leaves(claim, found.channel) === "as_human_agent" ? { humanAgent: true } : {}),
      ...(template === null ? {} : { template }),
      ...(media == null ? {} : { media }),
    };
    return { ...found, message, media };
  }

  async function send(claim: ClaimedSend & { message_id: string }): Promise<void> {
    let prepared: Awaited<ReturnType<typeof prepare>>;
    try {
      prepared = await prepare(claim);
    } catch (error) {
      deps.log.warn({ err: error }, "a send could not be prepared; it goes back to the queue");
      return settle(claim, { st: "queued", ext: null, err: null, run_at: new Date(deps.clock.now().getTime() + 1_000).toISOString() });
    }
    if (prepared === null)
      return settle(claim, failed({ code: "channel_not_connected", providerCode: null, message: "The channel is gone." }));
    const { channel, access, message, media } = prepared;
    if (media === null)
      return settle(claim, failed({ code: "not_found", providerCode: null, message: "The media is gone, or cannot be sent as this." }));
    const refused = refusedNow(claim, channel);
    if (refused !== null) return settle(claim, refused);
    let outcome: SendOutcome;
    try {
      outcome = await channel.installed.connector.send(message, access, channel.installed.http);
    } catch (error) {
      if (media?.failure() !== undefined) {
        // Not a byte has left: what was to be sent could not be read.
        return settle(claim, await judge(claim, channel, unreadMedia(media)));
      }
      // A bug of ours, somewhere around the call: whether it left is not known, so it is not sent again.
      deps.log.error({ err: error, kind: channel.kind }, "connector failed during a send");
      outcome = {
        kind: "unknown",
        error: {
          class: "unknown",
          code: "provider_error",
          providerCode: "internal",
          message: "The call ended in an unexpected way.",
          scope: "message",
        },
      };
    } finally {
      media?.release();
    }
    deps.metrics.sends.inc({ kind: channel.kind, outcome: outcome.kind === "refused" ? outcome.error.class : outcome.kind });
    await settle(claim, await judge(claim, channel, outcome));
  }

  /** What a refusal means for the channel must not decide over the message: it surely did not leave, and goes back. */
  async function beside(what: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) =>
      deps.log.warn({ err: error, what }, "a refusal of the platform could not be noted; the next one will be"),
    );
  }

  /** The policy over a connector's four classes of answers. */
  async function judge(claim: ClaimedSend, channel: KnownChannel, outcome: SendOutcome): Promise<Verdict> {
    if (outcome.kind === "accepted") return { st: "sent", ext: outcome.externalId, err: null, run_at: null };
    const error = publicError(outcome.error);
    if (outcome.kind === "unknown") return { st: "unknown", ext: null, err: { ...error, retryable: false }, run_at: null };
    switch (outcome.error.class) {
      case "permanent":
        return { st: "failed", ext: null, err: { ...error, retryable: false }, run_at: null };
      case "unknown":
        return { st: "unknown", ext: null, err: { ...error, retryable: false }, run_at: null };
      case "credentials": {
        // The queue of the channel waits until somebody reconnects it, or its credentials are refreshed.
        const now = deps.clock.now();
        const soon = new Date(now.getTime() + 2_000);
        let runAt = now;
        await beside("the channel's state", async () => {
          const verdict = await deps.database.withTenant(claim.tenant_id, (tx) =>
            deps.channels.credentialsRefused(tx, now, channel.id, channel.credentialsVersion, outcome.error),
          );
          if (verdict === "refreshing")
            await throttleChannel(deps.database, claim.tenant_id, channel.id, { now, until: soon, aboutRate: false });
          if (verdict !== "needs_reauth") runAt = soon;
        });
        return { st: "queued", ext: null, err: null, run_at: runAt.toISOString() };
      }
      case "retryable": {
        if (claim.attempts >= attemptsMax) return { st: "failed", ext: null, err: { ...error, retryable: true }, run_at: null };
        // Towards one person the platform wants 4^n times its wait (channels.md 2.9).
        const growth = outcome.error.scope === "recipient" ? 4 ** (claim.attempts - 1) : 1;
        const waitMs =
          outcome.error.retryAfterMs !== undefined
            ? Math.min(3_600_000, outcome.error.retryAfterMs * growth)
            : backoffMs(claim.attempts, { baseMs: 1_000, maxMs: 300_000, random });
        const now = deps.clock.now();
        const runAt = new Date(now.getTime() + waitMs);
        if (outcome.error.scope === "channel" || outcome.error.scope === "account") {
          // No answer at all says nothing about a rate.
          const pause = { now, until: runAt, aboutRate: outcome.error.providerCode !== "network" };
          await beside("the channel's pause", () => throttleChannel(deps.database, claim.tenant_id, channel.id, pause));
        }
        return { st: "queued", ext: null, err: null, run_at: runAt.toISOString() };
      }
    }
  }

  /** Claims whose answer did not arrive; given back as soon as the database answers again. */
  const lostClaims: string[] = [];

  const dispatchLoop = createLoop({
    name: "outbound dispatch",
    wake: deps.wake,
    topics: ["outbound"],
    pollMs: 250,
    log: deps.log,
    async run() {
      const room = inFlightMax - inFlight.size;
      if (room <= 0) {
        await Promise.race(inFlight);
        return true;
      }
      if (lostClaims.length > 0) {
        await returnClaims(deps.database, lostClaims);
        lostClaims.length = 0;
      }
      const claimId = deps.ids.uuid();
      const claims = await claimOutbound(deps.database, deps.clock.now(), leaseMs, room, sliceMs, claimId).catch((error: unknown) => {
        lostClaims.push(claimId);
        throw error;
      });
      for (const claim of claims) {
        if (claim.message_id === null) continue;
        const work: Promise<void> = send(claim as ClaimedSend & { message_id: string })
          .catch((error: unknown) => deps.log.error({ err: error }, "a send could not be settled; its lease decides"))
          .finally(() => inFlight.delete(work));
        inFlight.add(work);
      }
      // A claim costs a millisecond of PostgreSQL however few messages it gets.
      if (claims.some((c) => c.lane_full)) return 20;
      return claims.length > 0;
    },
  });

  const expiryLoop = createLoop({
    name: "outbound expiry",
    wake: deps.wake,
    topics: [],
    pollMs: 5_000,
    log: deps.log,
    async run() {
      const expired = await expiredSends(deps.database, deps.clock.now(), 500);
      await Promise.all(
        expired.map((e) =>
          results.run(e.tenant_id, {
            msg: e.message_id,
            att: e.attempts,
            ev: deps.ids.uuid(),
            reaction: false,
            st: "unknown",
            ext: null,
            run_at: null,
            err: {
              code: "provider_error",
              providerCode: null,
              message: "The call to the platform was cut; its outcome is not known.",
              retryable: false,
            },
          }),
        ),
      );
      if (expired.length > 0) deps.wake.hint("events");
      return expired.length === 500;
    },
  });

  return {
    loops: [dispatchLoop, expiryLoop] as Loop[],
    /** Waits until every started call has ended and is written down. */
    async idle(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function unreadMedia(media: SendableMedia): SendOutcome {
  const message = media.failure() instanceof StorageMissing ? "The content is gone." : "The content could not be read; it is tried again.";
  const errorClass = media.failure() instanceof StorageMissing ? "permanent" : "retryable";
  return { kind: "refused", error: { class: errorClass, code: "internal_error", providerCode: "not_sent", message, scope: "message" } };
}

function publicError(error: ProviderError) {
  return { code: error.code, providerCode: error.providerCode, message: error.message };
}
