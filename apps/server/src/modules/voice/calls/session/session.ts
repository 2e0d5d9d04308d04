import type { Failure } from "#modules/knowledge/ai-keys/index.ts";
import { asksForHuman } from "#modules/automation/chatbot/index.ts";
import type { CallUsage } from "../calls.queries.ts";
import type { EndReason } from "../calls.schema.ts";
import { failureOfCode, type RealtimeEvent } from "../realtime/realtime-events.ts";
import { createCallRecording } from "../recording/call-recording.ts";
import { openingText } from "../recording/consent.ts";
import { canaryOf, interruptibleSession, recordingTool, sayExactly, saySomething, sessionOf } from "./call-prompt.ts";
import type { AfterAction, RealtimeLink, SessionEnd, SessionInput, SessionPorts } from "./session.types.ts";
import { createDelays } from "./delays.ts";
import { createLoopGuard } from "./loops.ts";
import { isBenign } from "./provider-errors.ts";
import { createResponses } from "./responses.ts";
import { createSilence } from "./silence.ts";
import { createSpeechCheck } from "./speech-check.ts";
import { createTimeLimits } from "./time-limits.ts";
import { createToolCalls } from "./tool-calls.ts";
import { createTranscript } from "./transcript.ts";
import { createVoice } from "./voice.ts";

/** Two seconds of the caller's audio, while the model is not connected yet. */
const earlyFramesMax = 100;
/** How long a goodbye and its last mark may take. */
const goodbyeMs = 15_000;
const lastMarkMs = 4_000;
/** Reconnects per call; before the greeting more, because another key may be needed. */
const reconnectsMax = 1;
const ungreetedMax = 2;
const digitsMax = 50;
/**
 * One call from its first frame to its last: what the caller hears and what the model is told. Has no socket and
 * writes no rows; see docs/subsystems/voice.md, The session.
 */
export function createSession({ settings, facts }: SessionInput, ports: SessionPorts) {
  const { transport, timers } = ports;
  const startedAtMs = ports.monotonicMs();
  const sinceStart = () => ports.monotonicMs() - startedAtMs;
  const transcript = createTranscript(ports.store);
  const sources: string[] = facts.purpose === null ? [] : [facts.purpose];
  const check = createSpeechCheck(settings, canaryOf(facts.nonce), () => sources);
  const usage: CallUsage = { inputTokens: 0, outputTokens: 0, audioInputTokens: 0, audioOutputTokens: 0 };
  const session = sessionOf(settings, facts, transport.kind);
  /** What is said before a person takes over. */
  const beforePerson = facts.people === "write" ? saySomething.personWrites : sayExactly(settings.transfer.message);
  const waits = new Set<() => void>();
  const openingLine = sayExactly(openingText(settings, facts.recording));
  /** The sentence about recording must always be heard to its end. */
  const openingYields = settings.opening.interruptible && facts.recording === "off";

  let phase: "connecting" | "live" | "closing" | "ended" = "connecting";
  let link: RealtimeLink | null = null;
  let early: string[] = [];
  let reconnects = 0;
  let opening = true;
  let callerSpeaks = false;
  let lastItem: string | null = null;
  let digits = 0;
  let closing: { reason: EndReason; status: SessionEnd["status"]; after: AfterAction } | null = null;
  let ending: Promise<void> | null = null;

  /** Runs once, unless the call has ended by then. */
  function later(ms: number, run: () => void): () => void {
    const stop = timers.after(ms, () => {
      waits.delete(stop);
      if (phase !== "ended") run();
    });
    waits.add(stop);
    return () => {
      waits.delete(stop);
      stop();
    };
  }

  const send = (event: object) => link?.send(event);

  const delays = createDelays(settings.speech, ports.monotonicMs);
  const recording = createCallRecording({
    mode: facts.recording,
    words: settings.recording,
    port: ports.recording,
    monotonicMs: ports.monotonicMs,
    atMs: sinceStart,
    later,
    transcript,
    report: ports.report,
  });

  const voice = createVoice(transport, {
    monotonicMs: ports.monotonicMs,
    send,
    began: onBegan,
    sent: recording.agent,
    played: transcript.agentPlayed,
    ended: onHeard,
    cut(itemId, heardMs, producedMs) {
      recording.cut(itemId, heardMs);
      transcript.cut(itemId, heardMs, producedMs, sinceStart());
    },
  });

  const responses = createResponses({ isConnected: () => link !== null, send });
  const respond = responses.ask;

  const silence = createSilence({
    limits: settings.limits,
    later,
    isQuiet: () => !callerSpeaks && !voice.isPending() && !responses.isActive(),
    ask: () => respond(saySomething.stillThere),
    end: () => void end({ reason: "silence", status: "completed", after: "hang_up" }),
  });

  const loops = createLoopGuard({ later, end: () => close("loop", "completed", "hang_up", null) });

  const timeLimits = createTimeLimits({
    maxDurationSeconds: settings.limits.maxDurationSeconds,
    later,
    nextMinute: ports.nextMinute,
    isLive: () => phase === "live",
    warn: () => respond(saySomething.halfMinute),
    end: (reason) => close(reason, "completed", "hang_up", saySomething.goodbye),
    fail: () => void end({ reason: "process_lost", status: "failed", after: "apology" }),
  });

  const tools = createToolCalls({
    ports: {
      // Only this call knows what the caller answered about the recording.
      runTool: (name, input) => (name === recordingTool ? recording.tool(input) : ports.runTool(name, input)),
      report: ports.report,
    },
    later,
    sources,
    atMs: sinceStart,
    transcript,
    onDuration: delays.addToolTime,
    answer(callId, output) {
      send({ type: "conversation.item.create", item: { type: "function_call_output", call_id: callId, output: JSON.stringify(output) } });
    },
    follow(next) {
      if (phase !== "live") return;
      if (next === undefined) respond();
      else if (next === "transfer") close("transferred", "transferred", "transfer", voice.isPending() ? null : beforePerson);
      else close("agent_ended", "completed", "hang_up", null);
    },
  });

  function append(to: RealtimeLink, payload: string): void {
    to.append(payload);
    delays.appended(payload);
  }

  async function connect(): Promise<boolean> {
    const opened = await ports.connect(session, { event: onEvent, lost });
    if (phase === "ended") {
      opened?.close();
      return false;
    }
    link = opened;
    if (opened === null) return false;
    delays.reconnected();
    for (const payload of early) append(opened, payload);
    early = [];
    return true;
  }

  async function start(): Promise<void> {
    if (!(await connect())) return end({ reason: ports.refusedFor?.() ?? "provider_unavailable", status: "failed", after: "apology" });
    phase = "live";
    respond(openingLine);
    timeLimits.begin();
  }

  function lost(): void {
    onLost().catch((error: unknown) => {
      ports.report(error, "a call could not be connected again");
      return giveUp();
    });
  }

  /** The model is gone: reconnect once, with the conversation so far. */
  async function onLost(): Promise<void> {
    link = null;
    if (phase === "ended") return;
    if (phase === "closing") return finishClosing();
    const isGreeted = lastItem !== null;
    if (phase === "connecting" || reconnects >= (isGreeted ? reconnectsMax : ungreetedMax)) return giveUp();
    reconnects++;
    // The end of a turn that was under way will not be reported.
    callerSpeaks = false;
    loops.stopped();
    voice.reconnected();
    responses.reconnected();
    if (!(await connect())) return giveUp();
    // The new session starts with the settings of the opening.
    if (!opening) allowInterruptions();
    if (closing !== null) return responses.next() ? undefined : finishClosing();
    if (!voice.needsHistory) return silence.quiet();
    for (const { speaker, text } of transcript.history()) {
      const content = [{ type: speaker === "caller" ? "input_text" : "output_text", text }];
      send({ type: "conversation.item.create", item: { type: "message", role: speaker === "caller" ? "user" : "assistant", content } });
    }
    respond(isGreeted ? saySomething.goOn : openingLine);
  }

  const giveUp = () => end(closing ?? { reason: "provider_lost", status: "failed", after: "apology" });

  function onCallerBegan(itemId: string): void {
    callerSpeaks = true;
    delays.callerBegan();
    silence.broken();
    loops.began();
    recording.consent.callerBegan();
    transcript.callerBegan(itemId, sinceStart());
    const allowed = settings.speech.interruptible && (!opening || openingYields);
    if (allowed) voice.onInterrupt();
  }

  function onCallerSaid(itemId: string, text: string | null): void {
    transcript.callerSaid(itemId, text ?? "", sinceStart());
    recording.consent.callerSaid(text ?? "");
    if (text === null) return;
    if (settings.transfer.onRequest && asksForHuman(text) !== null) return transferToPerson();
    loops.heard(text);
  }

  /** The caller's own request: the model is not asked. */
  function transferToPerson(): void {
    if (phase !== "live" || !ports.canTransfer()) return;
    stopSpeech();
    close("transferred", "transferred", "transfer", beforePerson);
  }

  function stopSpeech(): void {
    responses.stop();
    voice.silence();
  }

  /** Audio of an answer is on its way, the first or more of it. */
  function onBegan(itemId: string, responseId: string | null): void {
    responses.onAudio(responseId);
    const delay = delays.answered();
    if (delay !== null) ports.answeredAfter(delay.latencyMs / 1_000);
    silence.spoken();
    lastItem = itemId;
    transcript.agentBegan(itemId, sinceStart(), delay);
  }

  function onAgentTranscript(itemId: string, delta: string): void {
    const text = transcript.agentSays(itemId, delta, sinceStart());
    if (phase !== "live" || text === "" || check.violation(text) === null) return;
    stopSpeech();
    voice.drop(itemId);
    transcript.cut(itemId, 0, 1, sinceStart());
    if (ports.canTransfer()) void end({ reason: "policy", status: "transferred", after: "transfer" });
    else void end({ reason: "policy", status: "failed", after: "apology" });
  }

  function onResponseDone({ usage: used, failure }: Extract<RealtimeEvent, { kind: "response_done" }>): void {
    usage.inputTokens += used.input;
    usage.outputTokens += used.output;
    usage.audioInputTokens += used.audioInput;
    usage.audioOutputTokens += used.audioOutput;
    if (failure !== null) return onResponseFailed(failure);
    responses.done();
    if (lastItem !== null && !voice.isPending()) onOpeningHeard();
    if (responses.next()) return;
    if (closing !== null) waitForLastMark();
    else silence.quiet();
  }

  /** Retries once. When that cannot help, the connection counts as lost, and the next one may use another key. */
  function onResponseFailed(failure: Failure): void {
    ports.report(new Error(`realtime provider: ${failure}`), "a response of a call failed");
    if (closing !== null) {
      responses.done();
      if (!responses.next()) waitForLastMark();
      return;
    }
    if (failure === "server_error" && responses.again()) return;
    const failed = link;
    link = null;
    failed?.close();
    const noted = failed?.failed(failure) ?? Promise.resolve();
    void noted
      .catch((error: unknown) => ports.report(error, "a key that failed was not noted"))
      .then(() => (voice.needsHistory ? lost() : giveUp()));
  }

  /** The opening was heard to its end. */
  function onOpeningHeard(): void {
    if (!opening || responses.isActive()) return;
    opening = false;
    recording.opened();
    allowInterruptions();
  }

  /** Sessions start with interruptions off when the opening must be heard in full. */
  function allowInterruptions(): void {
    if (!openingYields && settings.speech.interruptible) send({ type: "session.update", session: interruptibleSession(settings) });
  }

  /** Everything said was heard. */
  function onHeard(): void {
    if (lastItem !== null) transcript.agentEnded(lastItem, sinceStart());
    onOpeningHeard();
    if (closing !== null && !responses.isActive() && !responses.isWaiting()) finishClosing();
    else silence.quiet();
  }

  /** Says something, waits until it was heard, and ends the call, whatever the caller says. */
  function close(reason: EndReason, status: SessionEnd["status"], after: AfterAction, instructions: string | null): void {
    if (phase !== "live") return;
    phase = "closing";
    closing = { reason, status, after };
    silence.over();
    later(goodbyeMs, finishClosing);
    if (instructions !== null) respond(instructions);
    else if (!responses.isActive()) waitForLastMark();
  }

  function waitForLastMark(): void {
    if (!voice.isPending() && !voice.hasUnreportedAudio()) return finishClosing();
    later(lastMarkMs, finishClosing);
  }

  function finishClosing(): void {
    if (closing !== null) void end(closing);
  }

  function end({ reason, status, after }: Pick<SessionEnd, "reason" | "status" | "after">): Promise<void> {
    ending ??= (async () => {
      phase = "ended";
      for (const stop of waits) stop();
      waits.clear();
      link?.close();
      const recorded = recording.end(voice.over());
      transcript.finish();
      await ports
        .ended({ reason, status, after, usage, latency: transcript.latency(), recording: recorded })
        .catch((error: unknown) => ports.report(error, "a call's end was not stored; it is tried again"));
      // After the row: the next step is read from there.
      transport.close();
    })();
    return ending;
  }

  function onEvent(event: RealtimeEvent): void {
    if (phase === "ended") return;
    voice.event(event);
    switch (event.kind) {
      case "response_created":
        return responses.began(event.responseId);
      case "says":
        return onAgentTranscript(event.itemId, event.text);
      case "said":
        return transcript.agentSaid(event.itemId, event.text, (text) => check.findings(text, transcript.callerTexts()), sinceStart());
      case "tool_called":
        return phase === "live" ? tools.called(event) : undefined;
      case "response_done":
        return onResponseDone(event);
      case "speech_started":
        return phase === "live" ? onCallerBegan(event.itemId) : undefined;
      case "speech_stopped":
        callerSpeaks = false;
        loops.stopped();
        delays.callerStopped(event.endMs);
        transcript.callerEnded(event.itemId, sinceStart());
        return silence.quiet();
      case "caller_said":
        return onCallerSaid(event.itemId, event.text);
      case "error":
        return onError(event);
      default:
    }
  }

  function onError(error: Extract<RealtimeEvent, { kind: "error" }>): void {
    if (isBenign(error)) return;
    const { code, eventId } = error;
    // Its text may repeat the key.
    ports.report(new Error(`realtime provider: ${code}`), "a realtime provider reported an error");
    if (responses.isRefused(eventId)) onResponseFailed(failureOfCode(code) ?? "server_error");
    else if (eventId === null) responses.forget();
  }

  return {
    start: () =>
      start().catch((error: unknown) => {
        ports.report(error, "a call could not start");
        return end({ reason: "provider_unavailable", status: "failed", after: "apology" });
      }),
    /** A frame from the caller. */
    audio(payload: string): void {
      if (phase === "live" && link !== null) append(link, payload);
      else if (phase === "connecting" || phase === "live") {
        early.push(payload);
        if (early.length > earlyFramesMax) early.shift();
      }
      if (phase !== "ended") recording.caller(payload);
    },
    mark: voice.marked,
    digit(digit: string): void {
      if ((phase === "live" || phase === "closing") && recording.consent.pressed(digit)) return;
      if (++digits > digitsMax || phase !== "live") return;
      if (settings.transfer.onRequest && asksForHuman(digit) !== null) transferToPerson();
    },
    /** The caller hung up. */
    stopped: () => end(closing ?? { reason: "caller_hung_up", status: "completed", after: "hang_up" }),
    /** The line was lost. */
    broken: () => end(closing ?? { reason: "stream_lost", status: "failed", after: "apology" }),
    /** Somebody from the team requested it. While no model is connected, nobody can say anything first. */
    hangUp(): void {
      if (phase === "connecting") void end({ reason: "requested", status: "completed", after: "hang_up" });
      else close("requested", "completed", "hang_up", saySomething.goodbye);
    },
    transfer(): void {
      if (phase !== "connecting") transferToPerson();
      else if (ports.canTransfer()) void end({ reason: "transferred", status: "transferred", after: "transfer" });
    },
    /** The process is stopping, or lost the call. */
    abandon: () => end({ reason: "process_lost", status: "failed", after: "apology" }),
  };
}

export type CallSession = ReturnType<typeof createSession>;
