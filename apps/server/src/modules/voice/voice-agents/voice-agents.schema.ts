import { type Static, type TProperties, Type } from "typebox";
import { scopeModes, tones } from "#modules/automation/chatbot/index.ts";
import { BusinessHours } from "#modules/people/agent-settings/index.ts";
import { extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, Nullable, NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { eagernesses, extractTypes, recordingModes, turnDetections } from "./voice-agent-settings.ts";

const name = Type.String({ minLength: 1, maxLength: 100 });
const channelId = Type.String({
  maxLength: 100,
  description: "The channel for conversations with its callers; its addresses must be phone numbers",
});
const isActive = Type.Boolean({ description: "Whether it answers calls; see activate and deactivate" });

const texts = (maxItems: number, maxLength: number, description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength }), { maxItems, description });
const spoken = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });
const seconds = (minimum: number, maximum: number, description: string) => Type.Integer({ minimum, maximum, description });
const hours = (description: string) => Type.Union([BusinessHours, Type.Null()], { description });

const ExtractField = Type.Object(
  {
    name: Type.String({ pattern: "^[a-z][A-Za-z0-9_]{0,39}$", description: "Its key in the call's `extracted`; unique" }),
    description: Type.String({ minLength: 1, maxLength: 300, description: "What it is, explained for a model" }),
    type: StringEnum(extractTypes),
    choices: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 20,
        description: "For a choice: the possible values; otherwise empty",
      }),
    ),
  },
  { title: "VoiceAgentExtractField" },
);

const groups = {
  persona: {
    description: Type.String({ maxLength: 4_000, description: "Who the voice agent is, whom it talks to, and how" }),
    tone: StringEnum(tones),
  },
  scope: {
    mode: StringEnum(scopeModes, {
      description:
        "knowledge_only: answer only from the knowledge base; knowledge_first: general explanations as well, but no facts of its own",
    }),
    allowedTopics: texts(50, 200, "Topics in scope; empty: everything the knowledge covers"),
    blockedTopics: texts(100, 100, "Words and phrases that it must not say: otherwise it is stopped, and the call is transferred"),
    outOfScopeMessage: spoken("What it says instead of an answer"),
  },
  knowledge: {
    passages: Type.Integer({ minimum: 1, maximum: 10, description: "Maximum number of passages per search" }),
    minScore: Type.Number({ minimum: 0, maximum: 1, description: "Minimum score of a passage" }),
  },
  speech: {
    model: Type.String({ minLength: 1, maxLength: 200, description: "A realtime model; its price is per started minute" }),
    aiKeyId: NullableText({ maxLength: 100, description: "The AI key that is tried first; null: by priority" }),
    voice: Type.String({ pattern: "^[A-Za-z0-9_-]{1,60}$", description: "As the provider spells it" }),
    speed: Type.Number({ minimum: 0.5, maximum: 1.5 }),
    language: NullableText({ pattern: "^[a-z]{2,3}$", description: "ISO 639 code; null: the caller's language" }),
    transcriptionModel: Type.String({ minLength: 1, maxLength: 200, description: "Transcribes what the caller says" }),
    turnDetection: StringEnum(turnDetections, { description: "server_vad: after a silence; semantic_vad: judging by what was said" }),
    silenceMs: Type.Integer({ minimum: 200, maximum: 3_000, description: "server_vad: the silence that ends the caller's turn" }),
    eagerness: StringEnum(eagernesses, { description: "semantic_vad: how soon it answers" }),
    interruptible: Type.Boolean({ description: "The caller can interrupt it" }),
  },
  opening: {
    greeting: spoken("The first thing it says"),
    disclosure: Nullable(
      spoken("Said before the greeting: that an automated assistant is answering, and that a transcript is kept. null: nothing is said"),
    ),
    interruptible: Type.Boolean({ description: "The caller can interrupt the opening as well" }),
  },
  transfer: {
    phoneNumber: NullableText({
      maxLength: 40,
      description: "Where calls are transferred, in international format; null: calls are not transferred",
    }),
    onRequest: Type.Boolean({ description: "Transfer when the caller asks for a human, in any language of the lexicon" }),
    hours: hours("When calls can be transferred; null: always"),
    message: spoken("What it says before a transfer"),
  },
  tools: {
    createTickets: Type.Boolean({ description: "Whether it may create tickets for the caller" }),
    sendMessages: Type.Boolean({ description: "Whether it may write to the caller's chat on its channel, within that channel's rules" }),
  },
  messages: {
    unavailable: spoken("Spoken by the telephony provider when a call is not taken"),
    apology: spoken(
      "Spoken by the telephony provider when a call is cut off; a customer who called on a chat channel gets it as a message",
    ),
  },
  limits: {
    maxDurationSeconds: seconds(60, 3_600, "The caller is warned 30 seconds before"),
    silencePromptSeconds: seconds(5, 60, "Silence before it asks whether the caller is still there"),
    silenceHangUpSeconds: seconds(10, 300, "Silence before it ends the call; more than silencePromptSeconds"),
    maxConcurrentCalls: Type.Integer({ minimum: 1, maximum: 100, description: "Any further calls are not taken" }),
    minutesPerDay: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: "Started minutes in 24 hours; null: no limit. Calls in progress when they are used up end with their current minute",
      }),
    ),
  },
  recording: {
    mode: StringEnum(recordingModes, {
      description:
        "off: nothing is recorded. announced: recorded from the end of the opening, which contains the announcement; callers who say stop or press 2 are not recorded. asked: recorded from the caller's yes. Applies only to telephone calls: calls on chat channels do not pass through the product, so they are never recorded, and their callers hear neither sentence. The laws in the callers' countries determine which mode you need",
    }),
    announcement: spoken(
      "announced: said before the greeting; the caller cannot interrupt either. It should say how to refuse: say stop, or press 2",
    ),
    question: spoken("asked: said after the greeting; the caller cannot interrupt either. Key 1 agrees, key 2 declines"),
  },
  afterCall: {
    classify: Type.Boolean({ description: "Rate the sentiment and outcome of each call, with the organization's own models" }),
    extract: Type.Array(ExtractField, { maxItems: 20, description: "What to extract from each call, with the organization's own models" }),
    callbackTickets: Type.Boolean({ description: "A missed call creates a callback ticket, unless the caller already has an open one" }),
  },
};

const instructions = texts(30, 500, "Additional instructions, subordinate to the platform's own policy");
const activeHours = hours("When it takes calls; null: always");
const summary = Type.Boolean({ description: "Summarize each call afterwards, with the organization's own models" });

const optional = <T extends TProperties>(fields: T, title: string) =>
  Type.Optional(Type.Partial(Type.Object(fields), { title, description: "Omitted fields keep their values" }));

const SettingsInput = Type.Object(
  {
    persona: optional(groups.persona, "VoiceAgentPersonaInput"),
    instructions: Type.Optional(instructions),
    scope: optional(groups.scope, "VoiceAgentScopeInput"),
    knowledge: optional(groups.knowledge, "VoiceAgentKnowledgeInput"),
    speech: optional(groups.speech, "VoiceAgentSpeechInput"),
    opening: optional(groups.opening, "VoiceAgentOpeningInput"),
    transfer: optional(groups.transfer, "VoiceAgentTransferInput"),
    tools: optional(groups.tools, "VoiceAgentToolsInput"),
    activeHours: Type.Optional(activeHours),
    messages: optional(groups.messages, "VoiceAgentMessagesInput"),
    limits: optional(groups.limits, "VoiceAgentLimitsInput"),
    summary: Type.Optional(summary),
    recording: optional(groups.recording, "VoiceAgentRecordingInput"),
    afterCall: optional(groups.afterCall, "VoiceAgentAfterCallInput"),
  },
  { title: "VoiceAgentSettingsInput" },
);
export type SettingsInput = Static<typeof SettingsInput>;

const { aiKeyId: _key, ...portableSpeech } = groups.speech;
const { phoneNumber: _number, ...portableTransfer } = groups.transfer;

/** In a snapshot: without anything that belongs to one organization. */
export const PortableVoiceAgent = Type.Object(
  {
    name,
    ...SettingsInput.properties,
    speech: optional(portableSpeech, "SnapshotVoiceAgentSpeech"),
    transfer: optional(portableTransfer, "SnapshotVoiceAgentTransfer"),
  },
  {
    title: "SnapshotVoiceAgent",
    description: "Without channel, AI key and transfer number; a new one is inactive until it has a channel",
  },
);
export type PortableVoiceAgent = Static<typeof PortableVoiceAgent>;

export const VoiceAgent = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    isActive,
    channelId: NullableText({
      description: "The channel for conversations with its callers. null: it came from a snapshot; choose a channel before activating it",
    }),
    answersChannelIds: Type.Array(Type.String(), {
      description: "The channels whose calls it answers, see PATCH /channels/{id}/calling; its phone numbers are listed in /phone-numbers",
    }),
    persona: Type.Object(groups.persona, { title: "VoiceAgentPersona" }),
    instructions,
    scope: Type.Object(groups.scope, { title: "VoiceAgentScope" }),
    knowledge: Type.Object(groups.knowledge, { title: "VoiceAgentKnowledge" }),
    speech: Type.Object(groups.speech, { title: "VoiceAgentSpeech" }),
    opening: Type.Object(groups.opening, { title: "VoiceAgentOpening" }),
    transfer: Type.Object(groups.transfer, { title: "VoiceAgentTransfer" }),
    tools: Type.Object(groups.tools, { title: "VoiceAgentTools" }),
    activeHours,
    messages: Type.Object(groups.messages, { title: "VoiceAgentMessages" }),
    limits: Type.Object(groups.limits, { title: "VoiceAgentLimits" }),
    summary,
    recording: Type.Object(groups.recording, { title: "VoiceAgentRecording" }),
    afterCall: Type.Object(groups.afterCall, { title: "VoiceAgentAfterCall" }),
    version: Type.Integer({ description: "Incremented on every change" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "VoiceAgent" },
);
export type VoiceAgent = Static<typeof VoiceAgent>;

export const CreateVoiceAgent = extending(
  SettingsInput,
  {
    name,
    channelId,
    chatbotId: Type.Optional(
      Type.String({ maxLength: 100, description: "Copies persona, instructions, scope and knowledge settings from this chatbot" }),
    ),
  },
  { title: "CreateVoiceAgent", description: "Omitted fields get their defaults" },
);
export type CreateVoiceAgent = Static<typeof CreateVoiceAgent>;

export const UpdateVoiceAgent = extending(
  SettingsInput,
  { name: Type.Optional(name), channelId: Type.Optional(channelId) },
  { title: "UpdateVoiceAgent", description: "Omitted fields keep their values, also inside a group" },
);
export type UpdateVoiceAgent = Static<typeof UpdateVoiceAgent>;

export const VoiceAgentList = ListOf(VoiceAgent);
export const ListVoiceAgentsQuery = listQuery({});
