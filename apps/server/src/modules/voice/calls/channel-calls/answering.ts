import { type CallAction, providerErrorOf } from "@parley/connector-kit";
import type { ChannelDirectory, ChannelsService } from "#modules/channels/channels/index.ts";
import type { PricingService } from "#modules/money/pricing/index.ts";
import type { VoiceAgentRow, VoiceAgentsService } from "#modules/voice/voice-agents/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Timers } from "#platform/clock/timers.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { ClaimHolder } from "#platform/jobs/claim.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { callEvent } from "../calls.events.ts";
import { type CallRow, lockCall } from "../calls.queries.ts";
import type { EndReason } from "../calls.schema.ts";
import { type Finishing, unanswered } from "../live/finishing.ts";
import { refusalOf } from "../live/admission.ts";
import { type LiveCalls, leaseMs } from "../live/live-calls.ts";
import { isBlocked, leaseOf, namesOf } from "../live/live.queries.ts";
import type { Minutes } from "../live/minutes.ts";
import type { Connecting, DirectSession } from "../realtime/connecting.ts";
import { hangUp } from "../realtime/realtime-calls.ts";
import type { RealtimeLink, RealtimeListener } from "../session/session.types.ts";
import * as queries from "./channel-calls.queries.ts";

export interface AnsweringDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
  holding: ClaimHolder;
  timers: Timers;
  outbound: OutboundClient;
  directory: ChannelDirectory;
  channels: Pick<ChannelsService, "callFailed">;
  pricing: Pick<PricingService, "pricesOf">;
  voiceAgents: Pick<VoiceAgentsService, "byId">;
}

/** From the end of a call to the platform's callback about it. */
const endCallbackMs = 5_000;

interface AdmittedCall {
  row: CallRow;
  agent: VoiceAgentRow;
  channelId: string;
  externalId: string;
  offer: string;
}

/**
 * Answers a call on a channel: checks, a session at the realtime provider, the platform's `accept`. Audio flows
 * between those two, and the session is controlled through a socket (docs/adr/0196-calls-of-channels.md).
 */
export function createChannelAnswering(
  deps: AnsweringDeps,
  parts: { connecting: Connecting; minutes: Minutes; finishing: Pick<Finishing, "finish">; live: Pick<LiveCalls, "launch"> },
) {
  const leaseUntil = () => new Date(deps.clock.now().getTime() + leaseMs);

  /** One transaction: the reason why it is not taken, or what is needed to answer it. null: it is over. */
  async function admit(tx: Tx, id: string, price: string): Promise<EndReason | AdmittedCall | null> {
    const now = deps.clock.now();
    const before = await lockCall(tx, id);
    const side = await queries.findChannelCall(tx, id);
    if (before === null || before.ended_at !== null || before.channel_id === null || before.provider_call_id === null || side === null)
      return null;
    if (side.peer_ended !== null) return "caller_hung_up";
    // It no longer rings: no process got to it in time.
    if ((await leaseOf(tx, id)).until <= now) return "not_connected";
    if (side.offer === null) return "unusable_offer";
    const agent = await deps.voiceAgents.byId(tx, before.voice_agent_id, true);
    if (agent === null) return "inactive";
    if (before.contact_id !== null && (await isBlocked(tx, before.contact_id))) return "inactive";
    const refusal = await refusalOf(tx, agent, now);
    if (refusal !== null) return refusal;
    await queries.holdCall(tx, id, { holder: deps.holding.current(), leaseUntil: leaseUntil() });
    const minutesTakenAt = await parts.minutes.reserve(tx, now, id, 1, price);
    await queries.admitCall(tx, id, { model: agent.settings.speech.model, price, minutesTakenAt });
    const { model } = agent.settings.speech;
    const row = { ...before, model, price, minutes: 1, minutes_taken_at: minutesTakenAt };
    return { row, agent, channelId: before.channel_id, externalId: before.provider_call_id, offer: side.offer };
  }

  async function priceOf(tenantId: string, id: string): Promise<string> {
    const model = await deps.database.withTenant(tenantId, async (tx) => {
      const row = await lockCall(tx, id);
      const agent = row === null ? null : await deps.voiceAgents.byId(tx, row.voice_agent_id);
      return agent?.settings.speech.model ?? row?.model ?? "";
    });
    return (await deps.pricing.pricesOf([model])).get(model) ?? "0";
  }

  async function admitted(tenantId: string, id: string): Promise<EndReason | AdmittedCall | null> {
    const price = await priceOf(tenantId, id);
    try {
      return await retryConflicts(() => deps.database.withTenant(tenantId, (tx) => admit(tx, id, price)));
    } catch (error) {
      const code = error instanceof AppError ? error.code : null;
      if (code === "insufficient_credits" || code === "entitlement_exceeded" || code === "app_inactive") return code;
      throw error;
    }
  }

  /** False: the platform refused, or its response is unknown. */
  async function sendAction(tenantId: string, channelId: string, action: CallAction): Promise<boolean> {
    const found = await deps.directory.access(tenantId, channelId);
    const calling = found?.channel.installed.connector.calling;
    if (found === null || calling === undefined) return false;
    for (let attempt = 1; ; attempt++) {
      try {
        await calling.act(action, found.access, found.channel.installed.http);
        return true;
      } catch (cause) {
        const error = providerErrorOf(cause);
        if (error === undefined) throw cause;
        await deps.channels.callFailed(found.channel, cause);
        deps.log.warn(
          { code: error.providerCode, message: error.message, action: action.kind },
          "a platform did not accept a step of a call",
        );
        // A temporary refusal. A request that may have arrived is not repeated.
        if (error.class !== "retryable" || attempt > 1) return false;
      }
    }
  }

  /** The session's connection to the model, with the caller connected to it. Called again if the socket was lost. */
  function connectionOf(tenantId: string, { row, agent, channelId, externalId, offer }: AdmittedCall) {
    const { model, aiKeyId } = agent.settings.speech;
    let direct: DirectSession | null = null;
    /** The platform did not allow connecting the caller. */
    let isRefused = false;

    async function accept(session: DirectSession, opened: Promise<RealtimeLink | "over" | null>): Promise<RealtimeLink | null> {
      const common = { callExternalId: externalId, answer: session.answer, reference: wireId("call", row.id) };
      // Media is set up while our socket opens. Recommended, but not required.
      const [link] = await Promise.all([opened, sendAction(tenantId, channelId, { kind: "pre_accept", ...common })]);
      if (link === null || link === "over") return null;
      isRefused = !(await sendAction(tenantId, channelId, { kind: "accept", ...common }));
      if (!isRefused && (await taken())) return link;
      link.close();
      return null;
    }

    async function taken(): Promise<boolean> {
      const isTaken = await deps.database.withTenant(tenantId, async (tx) => {
        const now = deps.clock.now();
        if (!(await queries.takeAnswered(tx, now, row.id, { holder: deps.holding.current(), leaseUntil: leaseUntil() }))) return false;
        await appendEvents(tx, now, [callEvent(deps.ids, "call.started", row)]);
        return true;
      });
      deps.wake.hint("events");
      return isTaken;
    }

    async function again(session: DirectSession, config: object, listener: RealtimeListener): Promise<RealtimeLink | null> {
      const link = await parts.connecting.steer(session, config, listener);
      if (link !== "over") return link;
      // As when the customer hangs up: the provider notices before the platform's callback arrives, which ends the call.
      await new Promise<void>((resolve) => void deps.timers.after(endCallbackMs, resolve));
      return null;
    }

    async function connect(session: object, listener: RealtimeListener): Promise<RealtimeLink | null> {
      if (direct !== null) return again(direct, session, listener);
      const begun = await parts.connecting.begin({ tenantId, model, aiKeyId, session, offer });
      if (begun === null) return null;
      direct = begun;
      const isKnown = await deps.database.withTenant(tenantId, (tx) => queries.rememberSession(tx, row.id, begun));
      if (isKnown) return accept(begun, parts.connecting.steer(begun, session, listener));
      // It has ended in the meantime, and whoever ended it did not know about the session.
      await hangUp(deps, begun.access, begun.id);
      return null;
    }

    /** Deleted rows, as with an erased contact, cannot signal that the call is over. */
    async function stopIfCallEnded(): Promise<void> {
      if (direct === null) return;
      const side = await deps.database.withTenant(tenantId, (tx) => queries.findChannelCall(tx, row.id));
      if (side !== null) return;
      const end = { kind: "terminate", callExternalId: externalId } as const;
      await Promise.all([hangUp(deps, direct.access, direct.id), sendAction(tenantId, channelId, end)]);
    }

    function close(): void {
      stopIfCallEnded().catch((error: unknown) => deps.log.warn({ err: error }, "it could not be checked whether a call had ended"));
    }

    return {
      connect,
      refusedFor: (): EndReason | null => (isRefused ? "not_connected" : null),
      transport: { kind: "direct", close } as const,
    };
  }

  return {
    /** Resolves once the call is answered or refused. */
    async answer(tenantId: string, id: string): Promise<void> {
      const call = await admitted(tenantId, id);
      if (call === null) return;
      if (typeof call === "string") {
        await parts.finishing.finish(tenantId, id, unanswered(call));
        return;
      }
      const names = await deps.database.withTenant(tenantId, (tx) => namesOf(tx, id));
      const launched = parts.live.launch({
        tenantId,
        row: { ...call.row, ...names },
        agent: call.agent,
        ...connectionOf(tenantId, call),
      });
      // This process is stopping: another would be too late for a waiting caller.
      if (launched === null) await parts.finishing.finish(tenantId, id, unanswered("not_connected"));
      await launched?.started;
    },
  };
}

export type ChannelAnswering = ReturnType<typeof createChannelAnswering>;
