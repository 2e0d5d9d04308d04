import type { AiGateway } from "#modules/knowledge/ai/index.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { callEvents } from "./calls.events.ts";
import { callRoutes } from "./calls.routes.ts";
import { createCallsService } from "./calls.service.ts";
import { type CallbacksDeps, createTelephonyCallbacks } from "./live/callbacks.ts";
import { type AnsweringDeps as ChannelAnsweringDeps, createChannelAnswering } from "./channel-calls/answering.ts";
import { createChannelLoop } from "./channel-calls/channel-loop.ts";
import { createCallHandler } from "./channel-calls/inbound.ts";
import { createReleasing } from "./channel-calls/releasing.ts";
import { createFinishing, type FinishingDeps } from "./live/finishing.ts";
import { createIncoming, type IncomingDeps } from "./live/incoming.ts";
import { createLiveCalls, type LiveDeps } from "./live/live-calls.ts";
import { markCallsLost, purgeCalls } from "./live/live.queries.ts";
import { createMinutes, type MinutesDeps } from "./live/minutes.ts";
import { createStreams } from "./live/streams.ts";
import { createSummaries, type SummaryDeps } from "./live/summaries.ts";
import { createJoining, type JoiningDeps } from "./recording/joining.ts";
import { dropRecording, listLeftOpen, listOutdated, markDeleted } from "./recording/recordings.queries.ts";
import { createRecordings } from "./recording/recordings.service.ts";
import { createAnswering } from "./outbound/answering.ts";
import { createDialling, type DiallingDeps } from "./outbound/dialling.ts";
import { createOutbound, type OutboundDeps } from "./outbound/outbound.service.ts";
import { type ConnectingDeps, createConnecting } from "./realtime/connecting.ts";
import { callSummaryRoutes } from "./summary/call-summary.routes.ts";
import { trialRoutes } from "./trials/trials.routes.ts";
import { createTrials, type TrialDeps } from "./trials/trials.service.ts";

export { callFollower } from "./calls.service.ts";
export { voiceAllowance } from "./voice-allowance.ts";

export type CallsDeps = MinutesDeps &
  FinishingDeps &
  IncomingDeps &
  LiveDeps &
  ConnectingDeps &
  CallbacksDeps &
  TrialDeps &
  OutboundDeps &
  ChannelAnsweringDeps &
  DiallingDeps &
  JoiningDeps &
  Omit<SummaryDeps, "ai"> & { ai: AiGateway; pager: Pager };

const purgeBatch = 1_000;

/** Calls handled by voice agents, by telephone and on chat channels (docs/subsystems/voice.md). */
export function createCallsModule(deps: CallsDeps) {
  const service = createCallsService(deps);
  const minutes = createMinutes(deps);
  const finishing = createFinishing(deps, minutes);
  const connecting = createConnecting(deps);
  const live = createLiveCalls(deps, { connect: connecting.connect, minutes, finishing });
  const channelCalls = createChannelLoop(deps, {
    answering: createChannelAnswering(deps, { connecting, minutes, finishing, live }),
    releasing: createReleasing(deps, connecting),
  });
  const streams = createStreams({ live, timers: deps.timers, log: deps.log });
  const callbacks = createTelephonyCallbacks(deps, createIncoming(deps, minutes), createAnswering(deps, finishing));

  /** Removes calls along with messages of the same age. Idempotent and safe to run concurrently. */
  async function purge(): Promise<void> {
    await dropLeftOpen();
    await purgeRecordings();
    let total = 0;
    for (let removed = purgeBatch; removed === purgeBatch; total += removed)
      removed = await purgeCalls(deps.database, deps.clock.now(), purgeBatch);
    if (total > 0) deps.log.info({ table: "voice_calls", rows: total }, "old rows removed");
  }

  async function dropLeftOpen(): Promise<void> {
    for (let found = purgeBatch; found === purgeBatch; ) {
      const rows = await listLeftOpen(deps.database, purgeBatch);
      for (const row of rows) await deps.database.withTenant(row.tenant_id, (tx) => dropRecording(tx, row.call_id));
      found = rows.length;
    }
  }

  /** Files before rows, because nothing else refers to them. */
  async function purgeRecordings(): Promise<void> {
    for (let found = purgeBatch; found === purgeBatch; ) {
      const rows = await listOutdated(deps.database, deps.clock.now(), purgeBatch);
      for (const row of rows)
        await deps.database.withTenant(row.tenant_id, async (tx) => {
          const mediaId = await markDeleted(tx, row.call_id);
          if (mediaId !== null) await deps.recordedCalls.delete(tx, deps.clock.now(), mediaId);
        });
      found = rows.length;
    }
  }

  return {
    service,
    live,
    purge,
    routes: [
      ...callSummaryRoutes(),
      ...callRoutes(service, createOutbound(deps, service, minutes), createRecordings(deps, service), deps.pager),
      ...trialRoutes(createTrials(deps, connecting.connect), deps.voiceAgents),
    ],
    events: callEvents,
    /** Customers' calls on chat channels, as reported by the platforms. */
    inbound: createCallHandler(deps),
    loops: [createDialling(deps, finishing).loop, channelCalls.loop, finishing.loop, createJoining(deps).loop, createSummaries(deps).loop],
    idle: channelCalls.idle,
    times: [
      { table: "voice_channel_calls", column: "ring_at" },
      { table: "voice_channel_calls", column: "release_at" },
      { table: "voice_calls", column: "dial_at" },
      { table: "voice_calls", column: "lease_until" },
      { table: "voice_calls", column: "summary_run_at" },
      { table: "voice_recordings", column: "run_at" },
    ],
    jobs: [{ name: "voice-calls", cron: "47 3 * * *", run: purge }],
    /** Calls of dead processes are ended by the others at once. */
    release: (numbers: number[]) => markCallsLost(deps.database, deps.clock.now(), numbers),
    /** The URLs that telephony providers call and connect to. */
    async register(app: Parameters<typeof callbacks.register>[0]): Promise<void> {
      streams.register(app);
      await callbacks.register(app);
    },
  };
}
