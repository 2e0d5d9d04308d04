import type { MessageType, OutboundMessage, SendOutcome } from "@parley/connector-kit";
import type { ChannelDirectory, ChannelsService, KnownChannel } from "#modules/channels/channels/index.ts";
import { type MediaService, removeMediaOfMessage } from "#modules/channels/media/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { createGroupCommit } from "#platform/db/group-commit.ts";
import type { ErrorCode } from "#platform/errors/catalog.ts";
import { withRemedy } from "#platform/errors/remedies.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { ClaimHolder } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import { StorageMissing } from "#platform/storage/storage.ts";
import { bulkPriority, createBulkLimit } from "../checking/bulk-limit.ts";
import { createSendLeases, leaseMs } from "./dispatch.leases.ts";
import { cancelled, createSendPolicy, failed, takesTemplates, type Verdict } from "./dispatch.policy.ts";
import {
  absorbEcho,
  broadcastStopped,
  type ClaimedSend,
  claimIdOf,
  claimOutbound,
  completeSends,
  earlierReaction,
  endLeasesOf,
  returnClaims,
  type SendResult,
  showReactions,
} from "./dispatch.queries.ts";
import { storeOutcome } from "./dispatch.settling.ts";
import { isMediaKind } from "../checking/outbound-media.ts";
import { maySend } from "../checking/window-rules.ts";

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
  holding: ClaimHolder;
  random?: () => number;
}

const inFlightMax = 400;
/** The burst of a channel without a backlog, see claim_outbound. Must be the same for every worker at all times. */
const burstMs = 50;

interface Settlement extends SendResult {
  channelId: string;
  /** A reaction, shown on its target message once it is sent. */
  reaction: boolean;
}

/** `process`: the number under which it was claimed. */
type Claim = ClaimedSend & { message_id: string; process: number };

/**
 * Sends accepted messages to their platforms. A claim is committed before the call and its outcome after it; a crash in
 * between leaves the message `unknown`, and it is never sent again automatically.
 */
export function createDispatcher(deps: DispatchDeps) {
  const random = deps.random ?? Math.random;
  const inFlight = new Set<Promise<void>>();
  const bulk = createBulkLimit({ max: inFlightMax });
  const policy = createSendPolicy({ ...deps, random });
  const results = createGroupCommit<Settlement, void>({
    database: deps.database,
    lanes: 2,
    batchMax: 200,
    async execute(tx, items) {
      const now = deps.clock.now();
      for (const taken of await completeSends(tx, now, items)) await resolveTakenId(tx, now, taken, items);
      const reactions = items.filter((item) => item.reaction && item.st === "sent").map((item) => item.msg);
      if (reactions.length > 0) await showReactions(tx, reactions);
      return items.map(() => undefined);
    },
  });
  /** Claims whose answer did not arrive; returned as soon as the database is reachable again. */
  const lostClaims = new Set<string>();
  async function returnLost(): Promise<void> {
    const lost = [...lostClaims];
    if (lost.length === 0) return;
    await returnClaims(deps.database, lost);
    for (const claimId of lost) lostClaims.delete(claimId);
  }
  const leases = createSendLeases({
    ...deps,
    returnLost,
    settle: (tenantId, result) => results.run(tenantId, { ...result, channelId: "", reaction: false }),
  });

  /** Another message already has the platform id of a sent one: it is its echo, stored before the answer arrived. */
  async function resolveTakenId(
    tx: Tx,
    now: Date,
    taken: Awaited<ReturnType<typeof completeSends>>[number],
    items: Settlement[],
  ): Promise<void> {
    const item = items.find(({ msg, ext }) => msg === taken.message_id && ext !== null);
    if (item?.ext == null) return;
    if (taken.by_echo) {
      await removeMediaOfMessage(tx, now, item.channelId, item.ext);
      if (await absorbEcho(tx, now, taken, deps.ids.uuid())) return;
    }
    deps.log.warn(
      { message: wireId("msg", taken.message_id), holder: wireId("msg", taken.taken_by) },
      "the platform gave an id that another message has",
    );
  }

  async function settle(claim: Claim, result: Verdict): Promise<void> {
    const { message_id: msg, attempts: att, channel_id: channelId } = claim;
    const item = { msg, att, channelId, ev: deps.ids.uuid(), reaction: claim.type === "reaction", ...result };
    await storeOutcome(() => results.run(claim.tenant_id, item), { log: deps.log, random });
    deps.wake.hint("events");
  }

  const maySendNow = (claim: ClaimedSend, channel: KnownChannel) =>
    maySend(
      channel.installed.connector.description.window,
      {
        expiresAt: claim.window_expires_at,
        type: claim.type as MessageType,
        human: claim.human_agent,
        acceptedAt: claim.accepted_at,
      },
      deps.clock.now(),
    );

  /** Checks rules that may have changed since the message was accepted. */
  function refusedNow(claim: ClaimedSend, channel: KnownChannel): Verdict | null {
    const refused = (code: ErrorCode, what: string) =>
      failed({ code, providerCode: null, message: withRemedy(code, what, takesTemplates(channel)) });
    if (claim.opt_in === "opted_out") return refused("recipient_opted_out", "The recipient opted out before the message was sent.");
    if (maySendNow(claim, channel) === "no")
      return refused("window_closed", "The customer service window closed before the message was sent.");
    return null;
  }

  /** What the call needs. Read before the call, so that an unreachable database leaves the message queued. */
  async function prepare(claim: Claim) {
    const found = await deps.directory.access(claim.tenant_id, claim.channel_id);
    if (found === null) return null;
    // The platform shows the reaction that reached it last, so two reactions to one message are sent one after the
    // other.
    const waits =
      claim.type === "reaction" && (await deps.database.withTenant(claim.tenant_id, (tx) => earlierReaction(tx, claim.message_id)));
    // This message was being sent when its broadcast stopped, and went back to the queue. Messages not yet started were removed from the
    // queue (broadcasts/pausing.ts).
    const stopped = claim.attempts > 1 && (await deps.database.withTenant(claim.tenant_id, (tx) => broadcastStopped(tx, claim.message_id)));
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
      ...(maySendNow(claim, found.channel) === "as_human_agent" ? { humanAgent: true } : {}),
      ...(template === null ? {} : { template }),
      ...(media == null ? {} : { media }),
    };
    return { ...found, message, media, waits, stopped };
  }

  async function send(claim: Claim): Promise<void> {
    let prepared: Awaited<ReturnType<typeof prepare>>;
    try {
      prepared = await prepare(claim);
    } catch (error) {
      deps.log.warn({ err: error }, "a send could not be prepared; it goes back to the queue");
      return settle(claim, policy.wait(claim, { ...internalFailure, message: "The message could not be prepared." }, 1_000));
    }
    if (prepared === null)
      return settle(
        claim,
        failed({ code: "channel_not_connected", providerCode: null, message: "The channel no longer exists. Use another one." }),
      );
    const { channel, access, message, media, waits, stopped } = prepared;
    if (stopped) return settle(claim, cancelled);
    if (waits) return settle(claim, policy.wait(claim, { ...internalFailure, message: "An earlier reaction has not been sent yet." }));
    if (media === null)
      return settle(
        claim,
        failed({
          code: "not_found",
          providerCode: null,
          message: "The media no longer exists, or cannot be sent as this type. Upload it again.",
        }),
      );
    const refused = refusedNow(claim, channel);
    if (refused !== null) return settle(claim, refused);
    // Other processes may have considered this one dead and made the message unknown. Then it is not sent, and this changes nothing.
    if (deps.holding.current() !== claim.process) {
      media?.release();
      return settle(claim, policy.wait(claim, { ...internalFailure, message: "The process had lost its claim on the message." }));
    }
    let outcome: SendOutcome;
    try {
      outcome = await channel.installed.connector.send(message, access, channel.installed.http);
    } catch (error) {
      const unread = media?.failure();
      // Nothing was sent: the content could not be read.
      if (unread instanceof StorageMissing)
        return settle(
          claim,
          failed({ code: "internal_error", providerCode: "not_sent", message: "The content no longer exists. Upload it again." }),
        );
      if (unread !== undefined) return settle(claim, policy.wait(claim, { ...internalFailure, message: "The content could not be read." }));
      // An internal error around the call: whether the message was sent is unknown, so it is not sent again.
      deps.log.error({ err: error, kind: channel.kind }, "the connector failed during a send");
      outcome = {
        kind: "unknown",
        error: {
          class: "unknown",
          code: "provider_error",
          providerCode: "internal",
          message: "The call ended unexpectedly.",
          scope: "message",
        },
      };
    } finally {
      media?.release();
    }
    deps.metrics.sends.inc({ kind: channel.kind, outcome: outcome.kind === "refused" ? outcome.error.class : outcome.kind });
    await settle(claim, await policy.judge(claim, channel, outcome));
  }

  const dispatchLoop = createLoop({
    name: "outbound dispatch",
    wake: deps.wake,
    topics: ["outbound"],
    pollMs: 250,
    log: deps.log,
    async run() {
      const capacity = inFlightMax - inFlight.size;
      if (capacity <= 0) {
        await Promise.race(inFlight);
        return true;
      }
      await returnLost();
      const process = deps.holding.current();
      if (process === null) return false;
      const claimId = claimIdOf(process, deps.ids.uuid());
      const bulkCapacity = Math.min(capacity, bulk.capacity());
      const claims = await claimOutbound(deps.database, deps.clock.now(), leaseMs, capacity, burstMs, claimId, bulkCapacity).catch(
        (error: unknown) => {
          lostClaims.add(claimId);
          throw error;
        },
      );
      for (const claim of claims) {
        if (claim.message_id === null) continue;
        const mine: Claim = { ...claim, message_id: claim.message_id, process };
        const held = leases.hold(mine);
        const ended = claim.priority === bulkPriority ? bulk.begin(claim.channel_id) : undefined;
        const work: Promise<void> = send(mine)
          .catch((error: unknown) =>
            deps.log.error({ err: error }, "the outcome of a send could not be stored; it is settled when its lease expires"),
          )
          .finally(() => {
            held.release();
            ended?.();
            inFlight.delete(work);
          });
        inFlight.add(work);
      }
      // A claim costs a millisecond of PostgreSQL however few messages it returns.
      if (claims.some((c) => c.lane_full)) return 20;
      // There may be more broadcast messages, for which no hint will come.
      if (bulkCapacity < capacity && claims.filter((c) => c.priority === bulkPriority).length >= bulkCapacity)
        return bulkCapacity === 0 ? 20 : true;
      return claims.length > 0;
    },
  });

  return {
    loops: [dispatchLoop, leases.loop] as Loop[],
    /** Sends of dead processes become unknown in the next round of the leases. */
    release: (processes: number[]) => endLeasesOf(deps.database, processes),
    /** Waits until every started call has ended and its outcome is stored. */
    async idle(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}

/** An internal failure before the call. */
const internalFailure = { code: "internal_error", providerCode: null };

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
