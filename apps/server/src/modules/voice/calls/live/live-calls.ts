import type { ProviderName, StreamEvent } from "#modules/voice/telephony/index.ts";
import type { VoiceAgentRow, VoiceAgentsService } from "#modules/voice/voice-agents/index.ts";
import type { Timers } from "#platform/clock/timers.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { ClaimHolder } from "#platform/jobs/claim.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import { callEvent } from "../calls.events.ts";
import type { TurnRow } from "../calls.queries.ts";
import type { EndReason } from "../calls.schema.ts";
import type { Connect } from "../realtime/connecting.ts";
import { createRecordingWriter, type RecordingWriter } from "../recording/writing.ts";
import { createSession, type CallSession } from "../session/session.ts";
import type { RelayedTransport, SessionEnd, SessionPorts, VoiceTransport } from "../session/session.types.ts";
import { isDayUsedUp } from "./admission.ts";
import type { Finishing } from "./finishing.ts";
import { transferNumber } from "./incoming.ts";
import * as queries from "./live.queries.ts";
import type { Minutes } from "./minutes.ts";
import { readToken } from "./token.ts";
import { createTools, type ToolDeps } from "./tool-effects.ts";

export interface LiveDeps extends ToolDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
  metrics: Metrics;
  timers: Timers;
  holding: ClaimHolder;
  voiceAgents: Pick<VoiceAgentsService, "byId">;
}

export const leaseMs = 30_000;
const renewMs = 2_000;
/** Between two tries to store the end of a call. */
const againMs = 1_000;

/** `connect`: like the session's port of the same name. */
interface Launch {
  tenantId: string;
  row: Pick<queries.TakenCall, "id" | "brief" | "direction" | "contact_id" | "conversation_id" | "contact_name" | "tenant_name" | "price">;
  agent: VoiceAgentRow;
  transport: VoiceTransport;
  connect: SessionPorts["connect"];
  refusedFor?(): EndReason | null;
}

interface Live {
  tenantId: string;
  session: CallSession;
  recording: RecordingWriter;
  /** Turns that are being stored. */
  storing: Promise<void>;
}

/** The calls of this process. */
export function createLiveCalls(deps: LiveDeps, parts: { connect: Connect; minutes: Minutes; finishing: Finishing }) {
  const calls = new Map<string, Live>();
  const ends = new Set<Promise<unknown>>();
  let renewing: NodeJS.Timeout | null = null;
  let stopped = false;
  let looking: Promise<unknown> = Promise.resolve();

  /** null: the token is not valid, or this process takes no more calls. */
  async function begin(
    provider: ProviderName,
    start: Extract<StreamEvent, { kind: "start" }>,
    transport: RelayedTransport,
  ): Promise<CallSession | null> {
    const token = start.token === null ? null : readToken(start.token);
    if (token === null || stopped) return null;
    const { tenantId, callId } = token;
    const taken = await deps.database
      .withTenant(tenantId, async (tx) => {
        const now = deps.clock.now();
        const row = await queries.takeCall(tx, now, {
          id: callId,
          tokenHash: token.hash,
          holder: deps.holding.current(),
          leaseUntil: new Date(now.getTime() + leaseMs),
        });
        // Thrown so that somebody else's stream does not use up a call's token.
        if (row !== null && (row.provider_call_id !== start.callId || row.provider_account_id !== start.accountId))
          throw new CallNotTaken();
        if (row !== null && row.provider !== provider) throw new CallNotTaken();
        const agent = row === null ? null : await deps.voiceAgents.byId(tx, row.voice_agent_id);
        if (row === null) return null;
        await appendEvents(tx, now, [callEvent(deps.ids, "call.started", { ...row, channel_id: null })]);
        return { row, agent };
      })
      .catch((error: unknown) => {
        if (error instanceof CallNotTaken) return null;
        throw error;
      });
    if (taken === null) return null;
    deps.wake.hint("events");
    const { row, agent } = taken;
    const nothing = {
      usage: { inputTokens: 0, outputTokens: 0, audioInputTokens: 0, audioOutputTokens: 0 },
      latency: {},
      recording: "none" as const,
    };
    if (agent === null) {
      await parts.finishing.finish(tenantId, callId, { reason: "inactive", status: "failed", after: "apology", ...nothing });
      return null;
    }
    const { model, aiKeyId } = agent.settings.speech;
    const launched = launch({
      tenantId,
      row,
      agent,
      transport,
      connect: (session, listener) => parts.connect({ tenantId, model, aiKeyId, session, listener }),
    });
    return launched?.session ?? null;
  }

  /**
   * Takes over a call; `started` resolves once the caller has been greeted or the call is over. null: this process
   * takes no more calls.
   */
  function launch({
    tenantId,
    row,
    agent,
    transport,
    connect,
    refusedFor,
  }: Launch): { session: CallSession; started: Promise<void> } | null {
    if (stopped) return null;
    const callId = row.id;
    const isDirect = transport.kind === "direct";
    const canTransfer = () => isDirect || transferNumber(agent, deps.clock.now()) !== null;
    const nonce = deps.ids.uuid().replaceAll("-", "").slice(-12);
    const purpose = row.brief?.purpose ?? null;
    const sources: string[] = purpose === null ? [] : [purpose];
    const greeting = row.brief?.greeting ?? agent.settings.opening.greeting;
    const runTool = createTools(deps, {
      tenantId,
      agent,
      contactId: row.contact_id,
      conversationId: row.conversation_id,
      nonce,
      sources,
      handOver: isDirect,
    });
    const report = (error: unknown, what: string) => deps.log.error({ err: error, callId }, what);
    const recording = createRecordingWriter(deps, tenantId, callId);
    const session = createSession(
      {
        settings: { ...agent.settings, opening: { ...agent.settings.opening, greeting } },
        facts: {
          tenantName: row.tenant_name,
          callerName: row.contact_name,
          nonce,
          weCalled: row.direction === "outbound",
          purpose,
          people: isDirect ? "write" : canTransfer() ? "connect" : null,
          hasContact: row.contact_id !== null,
          hasChat: row.conversation_id !== null,
          // Audio that flows elsewhere cannot be recorded here.
          recording: isDirect ? "off" : agent.settings.recording.mode,
        },
      },
      {
        timers: deps.timers,
        monotonicMs: () => performance.now(),
        transport,
        connect,
        ...(refusedFor === undefined ? {} : { refusedFor }),
        async runTool(name, input) {
          const result = await runTool(name, input);
          sources.push(...(result.sources ?? []));
          return result;
        },
        recording: recording.port,
        store: (turn) => store(callId, turn),
        nextMinute: (minute) => nextMinute(tenantId, { id: callId, agentId: agent.id, price: row.price }, minute),
        canTransfer,
        ended: (end) => ended(callId, end),
        report,
        answeredAfter: (seconds) => deps.metrics.callAnswers.observe(seconds),
      },
    );
    calls.set(callId, { tenantId, session, recording, storing: Promise.resolve() });
    renewing ??= setInterval(
      () => void renew().catch((error: unknown) => deps.log.error({ err: error }, "leases of calls were not renewed")),
      renewMs,
    ).unref();
    return { session, started: session.start() };
  }

  function store(callId: string, turn: TurnRow): void {
    const live = calls.get(callId);
    if (live === undefined) return;
    live.storing = live.storing.then(() =>
      deps.database
        .withTenant(live.tenantId, (tx) => queries.storeTurn(tx, callId, turn))
        .catch((error: unknown) => deps.log.error({ err: error, callId }, "a turn of a call was not stored")),
    );
  }

  async function nextMinute(tenantId: string, call: { id: string; agentId: string; price: string }, minute: number) {
    const { id: callId } = call;
    try {
      return await retryConflicts(() =>
        deps.database.withTenant(tenantId, async (tx) => {
          const now = deps.clock.now();
          // Other calls of the agent count against the same limit.
          const agent = await deps.voiceAgents.byId(tx, call.agentId, true);
          // Reserved by an earlier attempt whose response was lost.
          if ((await queries.minutesOf(tx, callId)) === minute) return "taken" as const;
          if (agent !== null && (await isDayUsedUp(tx, agent, now))) return "minutes_per_day" as const;
          if (!(await queries.addMinute(tx, callId, minute))) throw new Error("a minute of a call that is not in progress");
          await parts.minutes.reserve(tx, now, callId, minute, call.price);
          return "taken" as const;
        }),
      );
    } catch (error) {
      if (error instanceof AppError && (error.code === "insufficient_credits" || error.code === "entitlement_exceeded")) return error.code;
      deps.log.error({ err: error, callId }, "a minute of a call could not be charged");
      return "failed" as const;
    }
  }

  /** Rejects when the end is not stored at the first try: the caller is not kept waiting for the others. */
  async function ended(callId: string, end: SessionEnd): Promise<void> {
    const live = calls.get(callId);
    if (live === undefined) return;
    const settled = Promise.all([live.recording.settle(), live.storing]);
    const finish = async () => {
      const [isWhole] = await settled;
      await parts.finishing.finish(live.tenantId, callId, { ...end, lacksRecording: !isWhole });
    };
    const first = finish();
    const work: Promise<void> = first
      .catch(() => retryFinish(callId, finish))
      .finally(() => {
        ends.delete(work);
        calls.delete(callId);
        if (calls.size === 0 && renewing !== null) {
          clearInterval(renewing);
          renewing = null;
        }
      });
    ends.add(work);
    await first;
  }

  /** Until it is done, or this process stops: what the session knows of the call is known nowhere else. */
  async function retryFinish(callId: string, finish: () => Promise<void>): Promise<void> {
    do {
      await new Promise<void>((resolve) => deps.timers.after(againMs, resolve));
      const isDone = await finish().then(
        () => true,
        (error: unknown) => {
          deps.log.error({ err: error, callId }, "a call's end was not stored; it is tried again");
          return false;
        },
      );
      if (isDone) return;
    } while (!stopped);
  }

  /** Renews the leases, and carries out requests concerning the calls. */
  async function renew(): Promise<void> {
    for (const [tenantId, own] of Map.groupBy([...calls], ([, live]) => live.tenantId))
      await renewOf(tenantId, own).catch((error: unknown) =>
        deps.log.error({ err: error, tenantId }, "leases of calls were not renewed; it is tried again"),
      );
  }

  async function renewOf(tenantId: string, own: [string, Live][]): Promise<void> {
    const holder = deps.holding.current();
    // Nobody knows yet whether the calls are still ours. If it takes long, their leases expire.
    if (holder === null) return;
    const ids = own.map(([id]) => id);
    const until = new Date(deps.clock.now().getTime() + leaseMs);
    const rows = await deps.database.withTenant(tenantId, (tx) => queries.renewLeases(tx, ids, holder, until));
    const renewed = new Map(rows.map((row) => [row.id, row]));
    for (const [id, { session }] of own) {
      const row = renewed.get(id);
      const requested = row?.requested;
      // Ended by another process, because this one seemed dead: the caller hears the apology.
      if (row === undefined) void session.abandon();
      else if (row.peer_ended === "completed") void session.stopped();
      else if (row.peer_ended === "failed") void session.broken();
      else if (requested === "hang_up") session.hangUp();
      else if (requested === "transfer") session.transfer();
    }
  }

  // A platform's report about a call concerns the process that has it. One read at a time, with one queued behind it.
  let looks = 0;
  deps.wake.on("calls", () => {
    if (calls.size === 0 || looks >= 2) return;
    looks++;
    looking = looking
      .then(renew)
      .catch((error: unknown) =>
        deps.log.error({ err: error }, "reports about calls could not be read; they are read when the next leases are renewed"),
      )
      .finally(() => looks--);
  });

  return {
    begin,
    launch,
    renew,
    count: () => calls.size,
    /** Ends all calls, with an apology to the callers. */
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all([...calls.values()].map(({ session }) => session.abandon()));
      await Promise.allSettled(ends);
    },
  };
}

class CallNotTaken extends Error {
  override readonly name = "CallNotTaken";
}

export type LiveCalls = ReturnType<typeof createLiveCalls>;
