import { type Static, Type } from "typebox";
import { documentedAs, extending } from "#platform/http/openapi/schemas.ts";
import {
  ListOf,
  listQuery,
  Nullable,
  NullableText,
  NullableTimestamp,
  NullableEnum,
  Timestamp,
  StringEnum,
} from "#platform/http/schemas.ts";
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

/** By field name; null: it was not mentioned. */
export type Extracted = Record<string, string | number | boolean | null>;
export const Extracted = documentedAs(
  Type.Unsafe<Extracted>({ type: "object", additionalProperties: true }),
  Type.Unsafe({
    type: "object",
    description:
      "The fields in the voice agent's `afterCall.extract`, by name; a field is null if it was not mentioned. null: nothing was extracted",
    additionalProperties: { type: ["string", "number", "boolean", "null"] },
  }),
);

export const recordingStatuses = ["recording", "processing", "ready", "no_consent", "deleted", "expired"] as const;
const Peaks = Type.Array(Type.Number({ minimum: 0, maximum: 1 }), { maxItems: 300 });

export const CallRecording = Type.Object(
  {
    status: StringEnum(recordingStatuses, {
      description:
        "recording: in progress. processing: the call is over, and the file is being created. ready: available at GET /calls/{id}/recording. no_consent: the caller did not agree, withdrew their consent, or did not hear the announcement to its end, or the call was lost, so that nobody can know; nothing is kept. deleted: somebody deleted it. expired: the organization's retention period for files has passed",
    }),
    beganMs: Nullable(
      Type.Integer({ description: "Since the call was answered, like the times of its turns; null: nothing was recorded" }),
    ),
    durationSeconds: Nullable(Type.Number({ description: "null: not known yet, or nothing is kept" })),
    sizeBytes: Nullable(Type.Integer({ description: "null: there is no file" })),
    complete: Type.Boolean({ description: "false: a part could not be stored: it is silent, or, at the end, missing" }),
    peaks: Nullable(
      Type.Object(
        { caller: Peaks, agent: Peaks },
        {
          title: "CallRecordingPeaks",
          description:
            "For drawing the waveform: the peak of each of up to 300 equal parts, 0 to 1; null: no file, or not included in lists",
        },
      ),
    ),
  },
  {
    title: "CallRecording",
    description:
      "For telephone calls whose voice agent records. The left channel is the caller, the right one the agent, as far as it was heard",
  },
);
export type CallRecording = Static<typeof CallRecording>;

const milliseconds = (description: string) => Nullable(Type.Integer({ description }));

export const CallTurn = Type.Object(
  {
    speaker: StringEnum(speakers),
    text: Type.String({ description: "For an interrupted turn: the part that was heard, as far as known. For a tool: its input" }),
    interrupted: Type.Boolean(),
    beganMs: Type.Integer({ description: "Since the call was answered" }),
    endedMs: milliseconds("null: unknown"),
    latencyMs: milliseconds("From the AI provider's decision that the caller's turn is over to the first sound of this answer"),
    hearingMs: milliseconds(
      "Before that: from the caller's last sound to the provider's decision, as the provider reports it; null: not measured, for example with turnDetection semantic_vad and on chat channels",
    ),
    toolsMs: milliseconds("The part of latencyMs spent on tools; null: no tools were used"),
    speakingMs: milliseconds(
      "After that: until the caller's line has played the first sound, as the telephony provider reports it; null: not measured, for example on chat channels",
    ),
    tool: NullableText({ description: "The name of the tool" }),
    outcome: NullableText({ description: "For a tool: how it ended" }),
    findings: Type.Array(Type.String(), { description: "Facts that the agent said and that are in no source of this call" }),
  },
  { title: "CallTurn" },
);

export const Call = Type.Object(
  {
    id: Type.String(),
    direction: StringEnum(directions),
    status: StringEnum(callStatuses, {
      description: "transferred: handed over to a person, who is connected to the caller or, on a chat channel, writes or calls back",
    }),
    endReason: NullableEnum(endReasons, {
      description:
        "unusable_offer: the call cannot be answered because of what the channel's platform sent, such as a session description that is too large",
    }),
    voiceAgentId: Type.String({ description: "May have been deleted since" }),
    phoneNumberId: NullableText(),
    channelId: NullableText({ description: "The chat channel on which the customer called; null: a telephone call" }),
    provider: Type.String({ description: "The telephony provider, or the kind of the channel" }),
    providerCallId: NullableText({ description: "null: the provider has not confirmed the call" }),
    from: NullableText({ description: "null: withheld" }),
    consent: NullableEnum(consents, { description: "For outbound calls: why the person may be called" }),
    purpose: NullableText({ description: "For outbound calls: what the call is about" }),
    to: Type.String(),
    contactId: NullableText(),
    conversationId: NullableText({ description: "The conversation with the caller, on the voice agent's channel" }),
    model: Type.String(),
    minutes: Type.Integer({ description: "Started minutes, as charged" }),
    cost: Nullable(Type.Number({ description: "In the balance's currency; null: the call is not over" })),
    usage: Type.Object(
      { inputTokens: Type.Integer(), outputTokens: Type.Integer(), audioInputTokens: Type.Integer(), audioOutputTokens: Type.Integer() },
      { title: "CallUsage", description: "As counted by the AI provider" },
    ),
    latency: Type.Object(
      {
        p50Ms: milliseconds("Median of the turns' latencyMs"),
        p95Ms: milliseconds("95th percentile of the turns' latencyMs"),
        hearingP50Ms: milliseconds("Median of the turns' hearingMs; null: not measured, see there"),
        speakingP50Ms: milliseconds("Median of the turns' speakingMs"),
        voiceToVoiceP50Ms: milliseconds(
          "Median time from the caller's last sound until the answer was heard: hearingMs, latencyMs and speakingMs",
        ),
      },
      { title: "CallLatency" },
    ),
    recording: Nullable(CallRecording),
    summary: NullableText(),
    sentiment: NullableEnum(sentiments, { description: "The caller's sentiment, rated by a model afterwards; null: not rated" }),
    outcome: NullableEnum(outcomes, {
      description:
        "Rated by a model afterwards. follow_up: something still has to be done; handed_over: transferred to a person. null: not rated",
    }),
    extracted: Nullable(Extracted),
    callbackTicketId: NullableText({
      description: "The callback ticket of a missed call, or of a call on a chat channel that was handed over or cut off",
    }),
    createdAt: Timestamp,
    answeredAt: NullableTimestamp(),
    endedAt: NullableTimestamp(),
    durationSeconds: Nullable(Type.Integer({ description: "Since the call was answered" })),
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
  status: Type.Optional(StringEnum(callStatuses)),
  direction: Type.Optional(StringEnum(directions)),
  voiceAgentId: Type.Optional(Type.String()),
  channelId: Type.Optional(Type.String()),
  contactId: Type.Optional(Type.String()),
  conversationId: Type.Optional(Type.String()),
});
