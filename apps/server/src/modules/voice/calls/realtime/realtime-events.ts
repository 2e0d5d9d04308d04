import type { Failure } from "#modules/knowledge/ai-keys/index.ts";
import { cleanText, cut } from "#platform/text/clean.ts";

/** A realtime provider's events, as far as they concern a call. Anything else is `other`. */
export type RealtimeEvent =
  | { kind: "session_updated" }
  | { kind: "response_created"; responseId: string }
  | { kind: "audio"; responseId: string; itemId: string; payload: string }
  | { kind: "says"; itemId: string; responseId: string | null; text: string }
  /** For a session whose audio flows directly between the provider and the caller: the response is being heard. */
  | { kind: "heard_from"; responseId: string }
  /** It is no longer being heard: it ended or was cut off. */
  | { kind: "heard_to"; responseId: string; wasCut: boolean }
  /** How much of an item was heard before the caller interrupted. */
  | { kind: "truncated"; itemId: string; heardMs: number }
  | { kind: "said"; itemId: string; text: string }
  | { kind: "tool_called"; callId: string; name: string; input: string }
  | {
      kind: "response_done";
      responseId: string;
      /** null: completed, cancelled or incomplete. */
      failure: Failure | null;
      usage: { input: number; output: number; audioInput: number; audioOutput: number };
    }
  | { kind: "speech_started"; itemId: string }
  /** `endMs`: position in the audio that was sent to it; null: not reported. */
  | { kind: "speech_stopped"; itemId: string; endMs: number | null }
  /** Empty: no words were recognized. null: transcription failed. */
  | { kind: "caller_said"; itemId: string; text: string | null }
  /** `eventId`: the client event that caused it; null: not given. */
  | { kind: "error"; code: string; message: string; eventId: string | null }
  | { kind: "other" };

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const idOf = (value: unknown): string | null => (typeof value === "string" && value.length >= 1 && value.length <= 200 ? value : null);
const textOf = (value: unknown): string => (typeof value === "string" ? cleanText(cut(value, 10_000)) : "");
const count = (value: unknown): number => (typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0);
const base64Pattern = /^[A-Za-z0-9+/]+={0,2}$/;

/** Error codes that concern the key or the model. */
const failures = new Map<string, Failure>([
  ["invalid_api_key", "invalid_key"],
  ["insufficient_quota", "no_quota"],
  ["rate_limit_exceeded", "rate_limited"],
  ["model_not_found", "model_not_found"],
  ["invalid_model", "model_not_found"],
]);

export const failureOfCode = (code: string): Failure | null => failures.get(code) ?? null;

/** null: not an event of the API. Names as of its general availability. Never throws. */
export function readRealtimeEvent(text: string): RealtimeEvent | null {
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch {
    // The caller of this function counts unreadable events.
    return null;
  }
  if (!isObject(event) || typeof event["type"] !== "string") return null;
  const itemId = idOf(event["item_id"]);
  switch (event["type"]) {
    case "session.updated":
      return { kind: "session_updated" };
    case "response.created":
    case "response.done":
      return readResponse(event["type"], event["response"]);
    case "response.output_audio.delta": {
      const { delta } = event;
      const responseId = idOf(event["response_id"]);
      if (itemId === null || responseId === null || typeof delta !== "string" || delta.length % 4 !== 0 || !base64Pattern.test(delta))
        return null;
      return { kind: "audio", responseId, itemId, payload: delta };
    }
    case "response.output_audio_transcript.delta":
      return itemId === null ? null : { kind: "says", itemId, responseId: idOf(event["response_id"]), text: textOf(event["delta"]) };
    case "output_audio_buffer.started":
    case "output_audio_buffer.stopped":
    case "output_audio_buffer.cleared": {
      const responseId = idOf(event["response_id"]);
      if (responseId === null) return null;
      if (event["type"] === "output_audio_buffer.started") return { kind: "heard_from", responseId };
      return { kind: "heard_to", responseId, wasCut: event["type"] === "output_audio_buffer.cleared" };
    }
    case "conversation.item.truncated":
      return itemId === null ? null : { kind: "truncated", itemId, heardMs: count(event["audio_end_ms"]) };
    case "response.output_audio_transcript.done":
      return itemId === null ? null : { kind: "said", itemId, text: textOf(event["transcript"]) };
    // For a session without audio.
    case "response.output_text.done":
      return itemId === null ? null : { kind: "said", itemId, text: textOf(event["text"]) };
    case "response.function_call_arguments.done":
      return readCall(event);
    case "response.output_item.done":
      return isObject(event["item"]) && event["item"]["type"] === "function_call" ? readCall(event["item"]) : { kind: "other" };
    case "input_audio_buffer.speech_started":
      return itemId === null ? null : { kind: "speech_started", itemId };
    case "input_audio_buffer.speech_stopped":
      return itemId === null ? null : { kind: "speech_stopped", itemId, endMs: count(event["audio_end_ms"]) || null };
    case "conversation.item.input_audio_transcription.completed":
      return itemId === null ? null : { kind: "caller_said", itemId, text: textOf(event["transcript"]) };
    case "conversation.item.input_audio_transcription.failed":
      return itemId === null ? null : { kind: "caller_said", itemId, text: null };
    case "error": {
      const error = isObject(event["error"]) ? event["error"] : {};
      const eventId = idOf(error["event_id"]);
      return { kind: "error", code: codeOf(error), message: textOf(error["message"]).slice(0, 500), eventId };
    }
    default:
      return { kind: "other" };
  }
}

const codeOf = (error: Json) => textOf(error["code"] ?? error["type"]).slice(0, 100);

function failureOf(response: Json): Failure | null {
  if (response["status"] !== "failed") return null;
  const details = isObject(response["status_details"]) ? response["status_details"] : {};
  return failureOfCode(isObject(details["error"]) ? codeOf(details["error"]) : "") ?? "server_error";
}

function readCall(from: Json): RealtimeEvent | null {
  const callId = idOf(from["call_id"]);
  const name = idOf(from["name"]);
  if (callId === null) return null;
  // Older servers only name it in the item that follows.
  if (name === null) return { kind: "other" };
  const input = from["arguments"];
  return { kind: "tool_called", callId, name, input: typeof input === "string" && input.length <= 20_000 ? input : "" };
}

function readResponse(type: string, response: unknown): RealtimeEvent | null {
  const responseId = isObject(response) ? idOf(response["id"]) : null;
  if (!isObject(response) || responseId === null) return null;
  if (type === "response.created") return { kind: "response_created", responseId };
  const usage = isObject(response["usage"]) ? response["usage"] : {};
  const details = (name: string) => (isObject(usage[name]) ? usage[name] : {});
  return {
    kind: "response_done",
    responseId,
    failure: failureOf(response),
    usage: {
      input: count(usage["input_tokens"]),
      output: count(usage["output_tokens"]),
      audioInput: count(details("input_token_details")["audio_tokens"]),
      audioOutput: count(details("output_token_details")["audio_tokens"]),
    },
  };
}
