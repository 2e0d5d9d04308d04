import type { ChatbotControl } from "#modules/automation/chatbot/index.ts";
import type { BotControl } from "#modules/inbox/conversations/index.ts";
import type { VoiceAgentSettings, VoiceAgentsService } from "#modules/voice/voice-agents/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import type { Database } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { createLoop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import { toNumber } from "#platform/money/money.ts";
import { callEvent } from "../calls.events.ts";
import { lockCall } from "../calls.queries.ts";
import type { CallStatus, EndReason } from "../calls.schema.ts";
import { closeRecording, dropRecording, withdrawRecording } from "../recording/recordings.queries.ts";
import type { AfterAction, SessionEnd } from "../session/session.types.ts";
import { analysisOf } from "./analysis.ts";
import { type ApologyDeps, createApologies } from "./apologies.ts";
import { type CallbackDeps, callbackTicket } from "./callback-tickets.ts";
import { planRelease } from "../channel-calls/channel-calls.queries.ts";
import { endCall, isBlocked, leaseOf, listLost, postponeLost } from "./live.queries.ts";
import { type Minutes, minutesUsed } from "./minutes.ts";
import { ticketWireOf, voiceContext } from "./voice-context.ts";

export interface FinishingDeps extends CallbackDeps, ApologyDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
  metrics: Metrics;
  voiceAgents: Pick<VoiceAgentsService, "byId">;
  botControl: Pick<BotControl, "markCustomerWaiting">;
  chatbot: Pick<ChatbotControl, "handOver">;
}

export type Ending = Omit<SessionEnd, "after" | "recording"> & {
  after: AfterAction | null;
  /** `unknown`: whoever heard the caller's answer is gone. */
  recording: SessionEnd["recording"] | "unknown";
  /** A part of its recording could not be stored. */
  lacksRecording?: boolean;
};

/** No process has the call any more: it ended somehow, or never started. */
const lost = (answered: boolean): Ending => ({
  reason: answered ? "process_lost" : "not_connected",
  status: "failed",
  after: answered ? "apology" : null,
  usage: { inputTokens: 0, outputTokens: 0, audioInputTokens: 0, audioOutputTokens: 0 },
  latency: {},
  // The caller may have refused it at the last moment.
  recording: "unknown",
});

/** An outbound call that nobody answered. */
export const unanswered = (reason: EndReason): Ending => ({ ...lost(false), reason });

/** Reasons after which somebody from the team should take a look. */
const leaves = new Set<EndReason>(["process_lost", "provider_lost", "provider_unavailable", "stream_lost", "not_connected", "policy"]);
const pollMs = 2_000;
/** How long until ending a call is retried. */
const againMs = 60_000;

const isReadAfterwards = ({ summary, afterCall }: VoiceAgentSettings) => summary || analysisOf(afterCall) !== null;

export function createFinishing(deps: FinishingDeps, minutes: Minutes) {
  const apologies = createApologies(deps);

  /**
   * Ends a call: outcome, minutes, event and pending summary. Only once: a call that is over stays as it is. `only`:
   * unless somebody has answered in the meantime.
   */
  async function finish(tenantId: string, id: string, given: Ending | "lost", only?: "unanswered"): Promise<boolean> {
    const apology = given === "lost" || given.after === "apology" ? await apologies.prepare(tenantId, id) : null;
    const ended = await retryConflicts(() =>
      deps.database.withTenant(tenantId, async (tx): Promise<{ status: CallStatus; reason: EndReason; minutes: number } | null> => {
        const now = deps.clock.now();
        const row = await lockCall(tx, id);
        if (row === null || row.ended_at !== null) return null;
        if (only === "unanswered" && row.answered_at !== null) return null;
        const lease = await leaseOf(tx, id);
        // Its lease was renewed in the meantime.
        if (given === "lost" && lease.until > now) return null;
        const ending = given === "lost" ? lost(row.answered_at !== null) : given;
        const status = row.answered_at === null ? "no_answer" : ending.status;
        const used = minutesUsed(row.answered_at, now, row.minutes);
        const agent = await deps.voiceAgents.byId(tx, row.voice_agent_id);
        const isMissed = status === "no_answer" && row.direction === "inbound";
        // After a restore nobody is told, because the call went on after the backup.
        const isTold = !lease.is_restored;
        // A call on a channel cannot be connected to a person, so the team gets the conversation, also if the call was cut off.
        const isBrokenOff = isTold && row.channel_id !== null && status === "failed" && ending.after === "apology";
        const isHandedOver = isBrokenOff || (row.channel_id !== null && status === "transferred");
        const isUnwanted = isMissed && row.contact_id !== null && (await isBlocked(tx, row.contact_id));
        const needsCallback = isTold && isMissed && !isUnwanted;
        const callbackTicketId = needsCallback || isHandedOver ? await callbackTicket(deps, tx, now, agent, row) : null;
        const waits = needsCallback || isHandedOver || (isTold && leaves.has(ending.reason) && row.answered_at !== null);
        if (isBrokenOff && apology !== null) await apologies.write(tx, now, apology);
        if (row.conversation_id !== null && waits) {
          const ctx = voiceContext(tx, now);
          if (isHandedOver) await deps.chatbot.handOver(ctx, wireId("conv", row.conversation_id));
          await deps.botControl.markCustomerWaiting(ctx, row.conversation_id);
        }
        const { cost, unpaidMinutes } = await minutes.settle(tx, now, row, used);
        if (unpaidMinutes > 0)
          deps.log.warn({ tenantId, callId: id, unpaidMinutes }, "a call ended with minutes that the balance did not cover");
        await appendEvents(tx, now, [
          isMissed
            ? callEvent(deps.ids, "call.missed", row, { endReason: ending.reason, callbackTicketId: ticketWireOf(callbackTicketId) })
            : callEvent(deps.ids, "call.ended", row, {
                status,
                endReason: ending.reason,
                durationSeconds: row.answered_at === null ? null : Math.round((now.getTime() - row.answered_at.getTime()) / 1_000),
                minutes: used,
                cost: toNumber(cost),
              }),
        ]);
        await endCall(tx, {
          id,
          status,
          reason: ending.reason,
          after: row.channel_id === null ? ending.after : null,
          minutes: used,
          cost,
          usage: ending.usage,
          latency: ending.latency,
          summaryAt: status !== "no_answer" && agent !== null && isReadAfterwards(agent.settings) ? now : null,
          callbackTicketId,
          endedAt: now,
        });
        if (ending.recording === "no_consent") await withdrawRecording(tx, now, id);
        else if (ending.recording === "recorded") await closeRecording(tx, now, id, ending.lacksRecording !== true);
        else if (ending.recording === "unknown") await dropRecording(tx, id);
        if (row.channel_id !== null) await planRelease(tx, id, now);
        return { status, reason: ending.reason, minutes: used };
      }),
    );
    if (ended === null) return false;
    deps.metrics.calls.inc({ status: ended.status, reason: ended.reason });
    deps.metrics.callMinutes.inc(ended.minutes);
    deps.wake.hint("events");
    deps.wake.hint("calls");
    if (apology !== null) apologies.sent();
    return true;
  }

  return {
    finish,

    /** Ends calls that no process renews, because it died or the stream never arrived. Safe to run concurrently. */
    loop: createLoop({
      name: "lost calls",
      wake: deps.wake,
      topics: [],
      pollMs,
      log: deps.log,
      async run() {
        const rows = await listLost(deps.database, deps.clock.now(), 20);
        for (const row of rows)
          await finish(row.tenant_id, row.id, "lost").catch(async (error: unknown) => {
            // Goes to the back of the queue, so that a call that always fails does not block the others.
            deps.log.error({ err: error, callId: row.id }, "a lost call could not be ended; it is retried");
            const now = deps.clock.now();
            await postponeLost(deps.database, row, now, new Date(now.getTime() + againMs));
          });
        return rows.length === 20;
      },
    }),
  };
}

export type Finishing = ReturnType<typeof createFinishing>;
