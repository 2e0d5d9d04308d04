import { asksForHuman, normalizePhrase } from "#modules/automation/chatbot/index.ts";
import type { CallUsage } from "../calls.queries.ts";
import type { EndReason } from "../calls.schema.ts";
import type { RealtimeEvent } from "../realtime/realtime-events.ts";
import { createCallRecording } from "../recording/call-recording.ts";
import { openingWords } from "../recording/consent.ts";
import { canaryOf, interruptibleSession, recordingTool, sayExactly, saySomething, sessionOf } from "./call-prompt.ts";
import type { AfterAction, RealtimeLink, SessionEnd, SessionInput, SessionPorts } from "./session.types.ts";
import { createDelays } from "./delays.ts";
import { createSilence } from "./silence.ts";
import { createSpeechCheck } from "./speech-check.ts";
import { createTimeLimits } from "./time-limits.ts";
import { createToolCalls } from "./tool-calls.ts";
import { createTranscript } from "./transcript.ts";
import { createVoice } from "./voice.ts";

/** Two seconds of the caller, while the model is not there yet. */
const earlyFramesMax = 100;
/** How long a goodbye may take, and the last mark after it. */
const goodbyeMs = 15_000;
const lastMarkMs = 4_000;
const sameWordsMax = 4;
const digitsMax = 50;
/** Errors that come of two sides acting at once, and mean nothing. */
const benign = new Set(["response_cancel_not_active", "conversation_already_has_active_response", "input_audio_buffer_commit_empty"]);

/**
 * One call from its first frame to its last: what the caller hears and the model is told. Holds no socket and writes no
 * row; see docs/subsystems/voice.md, The session.
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
  /** A line about recordings is heard by everybody, to its end. */
  const openingYields = settings.opening.interruptible && facts.recording === "off";

  let phase: "connecting" | "live" | "closing" | "ended" = "connecting";
  let link: RealtimeLink | null = null;
  let early: string[] = [];
  let reconnects = 0;
  let opening = true;
  let callerSpeaks = false;
  let activeResponse: string | null = null;
  let lastItem: string | null = null;
  /** To be asked for when the response that runs is over; `undefined`: nothing. */
  let nextResponse: { instructions?: string } | undefined;
  const lastWords: string[] = [];
  let digits = 0;
  let closing: { reason: EndReason; status: SessionEnd["status"]; after: AfterAction } | null = null;
  let ending: Promise<void> | null = null;

  /** Runs once, unless the call is over by then. */
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

  const tell = (event: object) => link?.send(event);

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
    tell,
    began: onBegan,
    sent: recording.agent,
    played: transcript.agentPlayed,
    ended: onHeard,
    cut(itemId, heardMs, producedMs) {
      recording.cut(itemId, heardMs);
      transcript.cut(itemId, heardMs, producedMs, sinceStart());
    },
  });

  function respond(instructions?: string): void {
    const response = instructions === undefined ? {} : { instructions, tool_choice: "none" };
    if (link === null || activeResponse !== null) nextResponse = instructions === undefined ? {} : { instructions };
    else {
      activeResponse = "requested";
      tell({ type: "response.create", ...(instructions === undefined ? {} : { response }) });
    }
  }

  const silence = createSilence({
    limits: settings.limits,
    later,
    isQuiet: () => !callerSpeaks && !voice.isPending() && activeResponse === null,
    ask: () => respond(saySomething.stillThere),
    end: () => void end({ reason: "silence", status: "completed", after: "hang_up" }),
  });

  const timeLimits = createTimeLimits({
    maxDurationSeconds: settings.limits.maxDurationSeconds,
    later,
    nextMinute: ports.nextMinute,
    isLive: () => phase === "live",
    warn: () => respond(saySomething.halfMinute),
    end: (reason) => close(reason, "completed", "hang_up", saySomething.goodbye),
  });

  const tools = createToolCalls({
    ports: {
      // What the caller answered about the recording only this call knows.
      runTool: (name, input) => (name === recordingTool ? recording.tool(input) : ports.runTool(name, input)),
      report: ports.report,
    },
    later,
    sources,
    atMs: sinceStart,
    transcript,
    took: delays.toolTook,
    answer(callId, output) {
      tell({ type: "conversation.item.create", item: { type: "function_call_output", call_id: callId, output: JSON.stringify(output) } });
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
    const opened = await ports.connect(session, { event: onEvent, lost: () => void onLost() });
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
    respond(sayExactly(openingWords(settings, facts.recording)));
    timeLimits.begin();
  }

  /** The model is gone: once more, with what was said so far. */
  async function onLost(): Promise<void> {
    link = null;
    if (phase === "ended") return;
    if (phase === "closing") return finishClosing();
    if (phase === "connecting" || reconnects > 0) return end({ reason: "provider_lost", status: "failed", after: "apology" });
    reconnects++;
    voice.reconnected();
    activeResponse = null;
    if (!(await connect())) return end(closing ?? { reason: "provider_lost", status: "failed", after: "apology" });
    if (!voice.startsAnew) return silence.quiet();
    for (const { speaker, text } of transcript.history()) {
      const content = [{ type: speaker === "caller" ? "input_text" : "output_text", text }];
      tell({ type: "conversation.item.create", item: { type: "message", role: speaker === "caller" ? "user" : "assistant", content } });
    }
    respond(saySomething.goOn);
  }

  function onCallerBegan(itemId: string): void {
    callerSpeaks = true;
    delays.callerBegan();
    silence.broken();
    recording.consent.callerBegan();
    transcript.callerBegan(itemId, sinceStart());
    const allowed = settings.speech.interruptible && (!opening || openingYields);
    if (allowed) voice.yields();
  }

  function onCallerSaid(itemId: string, text: string): void {
    transcript.callerSaid(itemId, text, sinceStart());
    recording.consent.callerSaid(text);
    if (settings.transfer.onRequest && asksForHuman(text) !== null) return toPerson();
    const words = normalizePhrase(text).trim();
    if (words === "") return;
    lastWords.push(words);
    // Music on hold, or another machine.
    const same = lastWords.slice(-sameWordsMax);
    if (same.length === sameWordsMax && same.every((said) => said === words)) close("loop", "completed", "hang_up", null);
  }

  /** The caller's own request: nobody asks the model. */
  function toPerson(): void {
    if (phase !== "live" || !ports.canTransfer()) return;
    stopSpeech();
    close("transferred", "transferred", "transfer", beforePerson);
  }

  function stopSpeech(): void {
    if (activeResponse !== null) tell({ type: "response.cancel" });
    voice.stops();
    nextResponse = undefined;
  }

  /** The first sound of an answer is on its way, or another of it. */
  function onBegan(itemId: string, responseId: string | null): void {
    activeResponse ??= responseId;
    const delay = delays.answered();
    if (delay !== null) ports.answeredAfter(delay.latencyMs / 1_000);
    silence.spoken();
    lastItem = itemId;
    transcript.agentBegan(itemId, sinceStart(), delay);
  }

  function onSays(itemId: string, delta: string): void {
    const text = transcript.agentSays(itemId, delta, sinceStart());
    if (phase !== "live" || text === "" || check.violation(text) === null) return;
    stopSpeech();
    voice.drop(itemId);
    transcript.cut(itemId, 0, 1, sinceStart());
    if (ports.canTransfer()) void end({ reason: "policy", status: "transferred", after: "transfer" });
    else void end({ reason: "policy", status: "failed", after: "apology" });
  }

  function onResponseDone({ usage: used }: Extract<RealtimeEvent, { kind: "response_done" }>): void {
    usage.inputTokens += used.input;
    usage.outputTokens += used.output;
    usage.audioInputTokens += used.audioInput;
    usage.audioOutputTokens += used.audioOutput;
    activeResponse = null;
    if (lastItem !== null && !voice.isPending()) openingHeard();
    const next = nextResponse;
    nextResponse = undefined;
    if (next !== undefined) respond(next.instructions);
    else if (closing !== null) waitForLastMark();
    else silence.quiet();
  }

  /** The opening was heard to its end. */
  function openingHeard(): void {
    if (!opening || activeResponse !== null) return;
    opening = false;
    recording.opened();
    if (!openingYields && settings.speech.interruptible) tell({ type: "session.update", session: interruptibleSession(settings) });
  }

  /** All that was said was heard. */
  function onHeard(): void {
    if (lastItem !== null) transcript.agentEnded(lastItem, sinceStart());
    openingHeard();
    if (closing !== null && activeResponse === null && nextResponse === undefined) finishClosing();
    else silence.quiet();
  }

  /** Says something, waits until it was heard, and ends. Nothing that the caller says changes that. */
  function close(reason: EndReason, status: SessionEnd["status"], after: AfterAction, instructions: string | null): void {
    if (phase !== "live") return;
    phase = "closing";
    closing = { reason, status, after };
    silence.over();
    later(goodbyeMs, finishClosing);
    if (instructions !== null) respond(instructions);
    else if (activeResponse === null) waitForLastMark();
  }

  function waitForLastMark(): void {
    if (!voice.isPending() && !voice.isBlind()) return finishClosing();
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
      // Behind the row: what follows is read from there.
      transport.close();
    })();
    return ending;
  }

  function onEvent(event: RealtimeEvent): void {
    if (phase === "ended") return;
    voice.event(event);
    switch (event.kind) {
      case "response_created":
        activeResponse = event.responseId;
        return;
      case "says":
        return onSays(event.itemId, event.text);
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

  /** "Audio content of 3700ms is already shorter than 3760ms": the model made less of it than was sent. */
  const shorter = /^Audio content of (\d{1,9})ms is already shorter than/;

  function onError({ code, message }: Extract<RealtimeEvent, { kind: "error" }>): void {
    // Nothing of it is left to be cut; the item was heard to its end.
    if (benign.has(code) || shorter.test(message)) return;
    // Its text may repeat the key.
    ports.report(new Error(`realtime provider: ${code}`), "a realtime provider reported an error");
    if (activeResponse === "requested") activeResponse = null;
  }

  return {
    start: () =>
      start().catch((error: unknown) => {
        ports.report(error, "a call could not begin");
        return end({ reason: "provider_unavailable", status: "failed", after: "apology" });
      }),
    /** A frame of the caller. */
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
      if (settings.transfer.onRequest && asksForHuman(digit) !== null) toPerson();
    },
    /** The caller hung up. */
    stopped: () => end(closing ?? { reason: "caller_hung_up", status: "completed", after: "hang_up" }),
    /** The line broke. */
    broken: () => end(closing ?? { reason: "stream_lost", status: "failed", after: "apology" }),
    /** Somebody of the team asks for it. */
    hangUp: () => close("requested", "completed", "hang_up", saySomething.goodbye),
    transfer: toPerson,
    /** The process stops, or lost the call. */
    abandon: () => end({ reason: "process_lost", status: "failed", after: "apology" }),
  };
}

export type CallSession = ReturnType<typeof createSession>;
