import { type Static, Type } from "typebox";
import { documentedAs, extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, Nullable, NullableText, NullableTimestamp, NullableWords, Timestamp, Words } from "#platform/http/schemas.ts";
import { consents } from "./outbound/outbound.schema.ts";

export const callStatuses = ["ringing", "in_progress", "completed", "transferred", "failed", "no_answer"] as const;
export type CallStatus = (typeof callStatuses)[number];

export const directions = ["inbound", "outbound"] as const;

export const speakers = ["caller", "agent", "tool"] as const;

export const sentiments = ["positive", "neutral", "negative"] as const;
export const outcomes = ["resolved", "follow_up", "unresolved", "handed_over"] as const;

export const endReasons = [
  "caller_hung_up",
  "agent_ended",
  "transferred",
  "requested",
  "max_duration",
  "silence",
  "loop",
  "insufficient_credits",
  "entitlement_exceeded",
  "policy",
  "provider_unavailable",
  "provider_lost",
  "stream_lost",
  "process_lost",
  "not_connected",
  "not_answered",
  "line_busy",
  "machine",
  "dial_refused",
  "dial_failed",
  "inactive",
  "outside_hours",
  "busy",
  "minutes_per_day",
  "no_key",
  "unusable_offer",
  "app_inactive",
] as const;
export type EndReason = (typeof endReasons)[number];

/** By the name of the field; null: it was not said. */
export type Extracted = Record<string, string | number | boolean | null>;
export const Extracted = documentedAs(
  Type.Unsafe<Extracted>({ type: "object", additionalProperties: true }),
  Type.Unsafe({
    type: "object",
    description: "What the voice agent's `afterCall.extract` asks for, by name, each null if it was not said. As a whole null: not read",
    additionalProperties: { type: ["string", "number", "boolean", "null"] },
  }),
);

export const recordingStatuses = ["recording", "processing", "ready", "no_consent", "deleted", "expired"] as const;
const Peaks = Type.Array(Type.Number({ minimum: 0, maximum: 1 }), { maxItems: 300 });

export const CallRecording = Type.Object(
  {
    status: Words(recordingStatuses, {
      description:
        "recording: now. processing: the call is over, and the file is being made. ready: GET /calls/{id}/recording has it. no_consent: the caller did not agree, took it back, or did not hear to its end that they are recorded, or the call was lost before its end, so that nobody knows; nothing is kept. deleted: by somebody. expired: the organization keeps files no longer",
    }),
    beganMs: Nullable(Type.Integer({ description: "Since the call was answered, as in its turns; null: nothing was recorded" })),
    durationSeconds: Nullable(Type.Number({ description: "null: not known yet, or nothing is kept" })),
    sizeBytes: Nullable(Type.Integer({ description: "null: there is no file" })),
    complete: Type.Boolean({ description: "false: a part could not be stored: it is silent, or, at the end, missing" }),
    peaks: Nullable(
      Type.Object(
        { caller: Peaks, agent: Peaks },
        {
          title: "CallRecordingPeaks",
          description: "The loudest moments of up to 300 equally long parts, 0 to 1, to draw it; null: no file, or a list of calls",
        },
      ),
    ),
  },
  {
    title: "CallRecording",
    description:
      "Of telephone calls whose voice agent records. The left channel is the caller, the right one the agent as far as it was heard",
  },
);
export type CallRecording = Static<typeof CallRecording>;

const milliseconds = (description: string) => Nullable(Type.Integer({ description }));

export const CallTurn = Type.Object(
  {
    speaker: Words(speakers),
    text: Type.String({ description: "Of a turn that was interrupted: the part that was heard, as far as known. Of a tool: its input" }),
    interrupted: Type.Boolean(),
    beganMs: Type.Integer({ description: "Since the call was answered" }),
    endedMs: milliseconds("null: unknown"),
    latencyMs: milliseconds("From the AI provider's word that the caller's turn is over to the first sound of this answer"),
    hearingMs: milliseconds(
      "Before that, from the caller's last sound to the provider's word, as it tells; null: not measured, as with turnDetection semantic_vad and on chat channels",
    ),
    toolsMs: milliseconds("Of latencyMs, in which tools were used; null: none was"),
    speakingMs: milliseconds(
      "After that, until the caller's line has played the first sound, as the telephony provider tells; null: not measured, as on chat channels",
    ),
    tool: NullableText({ description: "The name of the tool" }),
    outcome: NullableText({ description: "Of a tool: how it ended" }),
    findings: Type.Array(Type.String(), { description: "Facts that it said and no source of this call contains" }),
  },
  { title: "CallTurn" },
);

export const Call = Type.Object(
  {
    id: Type.String(),
    direction: Words(directions),
    status: Words(callStatuses, {
      description: "transferred: handed over to a person, who is connected with the caller, or on a channel writes or calls back",
    }),
    endReason: NullableWords(endReasons, {
      description:
        "unusable_offer: what a channel's platform told of the call cannot be answered, such as a session description that is too large",
    }),
    voiceAgentId: Type.String({ description: "It may have been deleted since" }),
    phoneNumberId: NullableText(),
    channelId: NullableText({ description: "The chat channel on which the customer called; null: a telephone call" }),
    provider: Type.String({ description: "The telephony provider, or the kind of the channel" }),
    providerCallId: NullableText({ description: "null: of a call that the provider has not confirmed" }),
    from: NullableText({ description: "null: withheld" }),
    consent: NullableWords(consents, { description: "Of a call that we made: why the person may be called" }),
    purpose: NullableText({ description: "Of a call that we made: what it is about" }),
    to: Type.String(),
    contactId: NullableText(),
    conversationId: NullableText({ description: "The conversation with the caller, on the voice agent's channel" }),
    model: Type.String(),
    minutes: Type.Integer({ description: "Started minutes, as charged" }),
    cost: Nullable(Type.Number({ description: "In the balance's currency; null: it is not over" })),
    usage: Type.Object(
      { inputTokens: Type.Integer(), outputTokens: Type.Integer(), audioInputTokens: Type.Integer(), audioOutputTokens: Type.Integer() },
      { title: "CallUsage", description: "As the AI provider counts" },
    ),
    latency: Type.Object(
      {
        p50Ms: milliseconds("Half of the answers began sooner, by latencyMs of their turns"),
        p95Ms: milliseconds("95 % of the answers began sooner"),
        hearingP50Ms: milliseconds("Half of hearingMs were shorter; null: not measured, as below"),
        speakingP50Ms: milliseconds("Half of speakingMs of answers were shorter"),
        voiceToVoiceP50Ms: milliseconds(
          "Half of the answers were heard sooner after the caller's last sound: hearingMs, latencyMs and speakingMs",
        ),
      },
      { title: "CallLatency" },
    ),
    recording: Nullable(CallRecording),
    summary: NullableText(),
    sentiment: NullableWords(sentiments, { description: "The caller's, as a model judged it afterwards; null: not judged" }),
    outcome: NullableWords(outcomes, {
      description:
        "As a model judged it afterwards: follow_up: something is left to be done; handed_over: transferred to a person. null: not judged",
    }),
    extracted: Nullable(Extracted),
    callbackTicketId: NullableText({ description: "Of a missed call: the ticket to call back" }),
    createdAt: Timestamp,
    answeredAt: NullableTimestamp(),
    endedAt: NullableTimestamp(),
    durationSeconds: Nullable(Type.Integer({ description: "Since it was answered" })),
  },
  { title: "Call" },
);
export type Call = Static<typeof Call>;

export const CallWithTurns = extending(
  Call,
  { turns: Type.Array(CallTurn, { description: "The transcript, in order" }) },
  { title: "CallWithTurns" },
);
export type CallWithTurns = Static<typeof CallWithTurns>;

export const CallList = ListOf(Call);
export const ListCallsQuery = listQuery({
  status: Type.Optional(Words(callStatuses)),
  direction: Type.Optional(Words(directions)),
  voiceAgentId: Type.Optional(Type.String()),
  channelId: Type.Optional(Type.String()),
  contactId: Type.Optional(Type.String()),
  conversationId: Type.Optional(Type.String()),
});
