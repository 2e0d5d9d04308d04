import { bytesPerMs } from "../shared/speech.ts";
import type { Output } from "./outputs.ts";
import type { Json, RealtimeBrain, RealtimeFault, RealtimeReply } from "./types.ts";

/** Controls the session: the socket with its audio, or the control sockets of a call. */
export interface Control {
  send(text: string): void;
  /** As if the connection broke. */
  cut(): void;
  closed: Promise<void>;
}

interface Ear {
  hear(sound: Buffer): void;
  text(): string;
  quietMs(): number;
  take(): string;
}

/** One session of the simulated provider: hears, decides, speaks. The events are those of the general availability. */
export function createRealtimeSession(deps: {
  control: Control;
  ear: Ear;
  output(session: { send(event: Json): void; truncated(itemId: string, heardMs: number): void }): Output;
  voice(text: string): Buffer;
  apiKey: string;
  model: string;
  /** Null: its audio is on its socket. */
  callId: string | null;
  config?: Json;
  heard?(text: string): void;
  /** From the end of the caller's turn to the answer. */
  thinkMs: number;
  brain(): RealtimeBrain;
  takeFault(kind: RealtimeFault["kind"]): RealtimeFault | null;
}) {
  const { control, ear } = deps;
  const items = new Map<string, { audioMs: number; truncatedMs: number | null; text: string }>();
  const received: Json[] = [];
  const errors: Json[] = [];
  const listeners = new Set<() => void>();
  let ids = 0;
  let speaking: string | null = null;
  let heard: string | null = null;
  let toolOutput: unknown = null;
  let config: Json = deps.config ?? {};
  let responding = false;

  const id = (kind: string) => `${kind}_${String(++ids).padStart(6, "0")}`;
  const send = (event: Json) => {
    control.send(JSON.stringify({ event_id: id("event"), ...event }));
  };
  const fail = (code: string, message: string, eventId: unknown = null) => {
    const error = { type: "invalid_request_error", code, message, param: null, event_id: eventId };
    errors.push(error);
    send({ type: "error", error });
  };
  /** Without sound: written text counts as heard. */
  const isWritten = () => config["output_modalities"]?.[0] === "text";
  const detection = (): Json => config["audio"]?.input?.turn_detection ?? {};

  const truncated = (itemId: string, endMs: number) => {
    const item = items.get(itemId);
    if (item !== undefined) item.truncatedMs = endMs;
    send({ type: "conversation.item.truncated", item_id: itemId, content_index: 0, audio_end_ms: endMs });
  };
  const output = deps.output({ send, truncated });

  /** The amount of its sound. The end of a turn is reported with the silence that ended it. */
  let heardMs = 0;

  function hear(sound: Buffer): void {
    const before = ear.text();
    ear.hear(sound);
    heardMs += sound.length / bytesPerMs;
    if (speaking === null && ear.text() !== before) {
      speaking = id("item");
      send({ type: "input_audio_buffer.speech_started", audio_start_ms: Math.floor(heardMs), item_id: speaking });
      if (detection()["interrupt_response"] !== false) output.hush?.();
    }
    if (speaking !== null && ear.quietMs() >= (detection()["silence_duration_ms"] ?? 500)) {
      const itemId = speaking;
      speaking = null;
      const text = ear.take();
      deps.heard?.(text);
      heard = heard === null ? text : `${heard} ${text}`;
      send({ type: "input_audio_buffer.speech_stopped", audio_end_ms: Math.floor(heardMs), item_id: itemId });
      send({ type: "input_audio_buffer.committed", item_id: itemId, previous_item_id: null });
      send({ type: "conversation.item.added", item: { id: itemId, type: "message", role: "user", content: [] } });
      send({ type: "conversation.item.input_audio_transcription.completed", item_id: itemId, content_index: 0, transcript: text });
      if (detection()["create_response"] !== false) think();
    }
  }

  /** Meanwhile somebody else may have ordered an answer to what was heard. */
  function think(): void {
    if (deps.thinkMs === 0) return respond(null);
    setTimeout(() => {
      if (heard !== null) respond(null);
    }, deps.thinkMs).unref();
  }

  /** What was heard stays unanswered, so another attempt may answer it. */
  function failResponse(code: string): void {
    const responseId = id("resp");
    send({ type: "response.created", response: { id: responseId, status: "in_progress" } });
    const details = { type: "failed", error: { type: code, code } };
    send({ type: "response.done", response: { id: responseId, status: "failed", status_details: details, usage: null } });
  }

  function respond(instructions: string | null, eventId: unknown = null): void {
    if (responding) return fail("conversation_already_has_active_response", "Conversation already has an active response", eventId);
    const failure = deps.takeFault("failed");
    if (failure?.kind === "failed") return failResponse(failure.code);
    responding = true;
    const reply = deps.brain()({ heard, toolOutput, instructions, session });
    heard = null;
    toolOutput = null;
    const responseId = id("resp");
    send({ type: "response.created", response: { id: responseId, status: "in_progress" } });
    const garbage = deps.takeFault("garbage");
    if (garbage?.kind === "garbage") for (let i = 0; i < garbage.frames; i++) control.send(i % 2 === 0 ? "{not json" : '{"no":"type"}');
    if (isWritten()) write(responseId, reply);
    else if (!say(responseId, reply)) return;
    if (reply.tool !== undefined) call(responseId, reply.tool);
    const tokens = (reply.say?.length ?? 0) * 2;
    responding = false;
    send({
      type: "response.done",
      response: {
        id: responseId,
        status: "completed",
        usage: {
          input_tokens: 100,
          output_tokens: tokens,
          total_tokens: 100 + tokens,
          input_token_details: { text_tokens: 60, audio_tokens: 40 },
          output_token_details: { text_tokens: 0, audio_tokens: tokens },
        },
      },
    });
  }

  function write(responseId: string, { say: text }: RealtimeReply): void {
    if (text === undefined) return;
    const of = { response_id: responseId, item_id: id("item"), output_index: 0, content_index: 0 };
    send({ type: "response.output_text.delta", ...of, delta: text });
    send({ type: "response.output_text.done", ...of, text });
  }

  /** False: the socket was cut meanwhile. */
  function say(responseId: string, { say: text }: RealtimeReply): boolean {
    if (text === undefined) return true;
    const itemId = id("item");
    const sound = deps.voice(text);
    const of = { response_id: responseId, item_id: itemId, output_index: 0, content_index: 0 };
    const cut = deps.takeFault("cut");
    items.set(itemId, { audioMs: sound.length / bytesPerMs, truncatedMs: null, text });
    send({
      type: "response.output_item.added",
      response_id: responseId,
      output_index: 0,
      item: { id: itemId, type: "message", role: "assistant" },
    });
    send({ type: "conversation.item.added", item: { id: itemId, type: "message", role: "assistant", content: [] } });
    for (const [n, word] of text.split(/(?<= )/).entries()) {
      send({ type: "response.output_audio_transcript.delta", ...of, delta: word });
      if (n > 10_000) break;
    }
    if (!output.say({ of, sound, text, cutAfter: cut?.kind === "cut" ? cut.afterDeltas : null })) return false;
    send({ type: "response.output_audio.done", ...of });
    send({ type: "response.output_audio_transcript.done", ...of, transcript: text });
    send({
      type: "response.output_item.done",
      response_id: responseId,
      output_index: 0,
      item: { id: itemId, type: "message", role: "assistant" },
    });
    const shorter = deps.takeFault("shorter");
    const item = items.get(itemId);
    if (shorter?.kind === "shorter" && item !== undefined) item.audioMs -= shorter.byMs;
    return true;
  }

  function call(responseId: string, tool: { name: string; input: unknown }): void {
    const itemId = id("item");
    const callId = id("call");
    const input = JSON.stringify(tool.input);
    const item = { id: itemId, type: "function_call", call_id: callId, name: tool.name, arguments: input };
    send({
      type: "response.function_call_arguments.done",
      response_id: responseId,
      item_id: itemId,
      call_id: callId,
      name: tool.name,
      arguments: input,
    });
    send({ type: "response.output_item.done", response_id: responseId, output_index: 1, item });
  }

  function truncate(event: Json): void {
    const item = items.get(String(event["item_id"]));
    const endMs = Number(event["audio_end_ms"]);
    if (item === undefined) return fail("item_truncate_invalid_item_id", "No such item");
    if (endMs > item.audioMs)
      return fail("invalid_value", `Audio content of ${Math.round(item.audioMs)}ms is already shorter than ${endMs}ms`);
    truncated(String(event["item_id"]), endMs);
  }

  function receive(event: Json): void {
    if (event["type"] !== "input_audio_buffer.append") received.push(event);
    for (const listener of [...listeners]) listener();
    switch (event["type"]) {
      case "session.update": {
        const error = deps.takeFault("error");
        if (error?.kind === "error") return fail(error.code, "The session could not be set");
        config = merge(config, event["session"] ?? {});
        return send({ type: "session.updated", session: config });
      }
      case "input_audio_buffer.append":
        if (deps.callId !== null) return fail("invalid_request", "The audio of a call is not sent on its socket");
        return hear(Buffer.from(String(event["audio"]), "base64"));
      case "output_audio_buffer.clear":
        if (output.hush === undefined) return fail("invalid_request", "There is no output buffer on this socket");
        return output.hush();
      case "response.create": {
        const denied = deps.takeFault("denied");
        if (denied?.kind === "denied") return fail(denied.code, "The response could not be made", event["event_id"]);
        return respond(event["response"]?.instructions ?? null, event["event_id"]);
      }
      case "response.cancel":
        return responding ? undefined : fail("response_cancel_not_active", "Cancellation failed: no active response found");
      case "conversation.item.create":
        if (isWritten() && event["item"]?.role === "user") heard = String(event["item"].content[0].text);
        if (event["item"]?.type === "function_call_output") toolOutput = JSON.parse(event["item"].output);
        return send({ type: "conversation.item.added", item: event["item"] });
      case "conversation.item.truncate":
        return truncate(event);
      default:
        return fail("unknown_event", `Unknown event: ${String(event["type"])}`);
    }
  }

  const session = {
    apiKey: deps.apiKey,
    model: deps.model,
    callId: deps.callId,
    /** Everything sent to it, except the audio. */
    received,
    /** The errors that it reported. */
    errors,
    /** Its spoken items, with how much of each was reported as heard. */
    items,
    config: () => config,
    receive,
    /** A piece of the caller's sound, in a call. */
    hear,
    /** Resolves once a matching event has been received. */
    async waitFor(fits: (event: Json) => boolean): Promise<Json> {
      for (;;) {
        const found = received.find(fits);
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          const poll = () => {
            listeners.delete(poll);
            resolve();
          };
          listeners.add(poll);
        });
      }
    },
    closed: control.closed,
    /** Cuts its socket, as if the connection broke; for a call the control sockets, while the call continues. */
    cut: () => control.cut(),
  };
  return session;
}

export type RealtimeSession = ReturnType<typeof createRealtimeSession>;

function merge(before: Json, after: Json): Json {
  const merged: Json = { ...before };
  for (const [key, value] of Object.entries(after)) {
    const both = typeof value === "object" && value !== null && !Array.isArray(value) && typeof merged[key] === "object";
    merged[key] = both ? merge(merged[key], value) : value;
  }
  return merged;
}
