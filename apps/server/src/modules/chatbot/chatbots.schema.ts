import { type Static, type TProperties, Type } from "typebox";
import { BusinessHours } from "#modules/agent-settings/index.ts";
import { ListOf, listQuery, Nullable, NullableText, NullableWords, Timestamp, Words } from "#platform/http/schemas.ts";
import { priorities, resumeWords, scopeModes, tones } from "./chatbot-settings.ts";
import { hoursModes } from "./hours.ts";

const name = Type.String({ minLength: 1, maxLength: 100 });
const channelIds = Type.Array(Type.String({ maxLength: 100 }), {
  maxItems: 100,
  uniqueItems: true,
  description: "Channels that it serves. A channel has one chatbot at most",
});
const isActive = Type.Boolean({ description: "Switching it off hands the conversations that it has to people" });

const texts = (maxItems: number, maxLength: number, description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength }), { maxItems, description });

const groups = {
  persona: {
    description: Type.String({ maxLength: 4_000, description: "Who answers, for whom, and how" }),
    tone: Words(tones),
    languages: Type.Array(Type.String({ pattern: "^[a-z]{2,3}$" }), {
      maxItems: 20,
      description: "ISO 639 codes of the languages it answers in; empty: the customer's",
    }),
    introduction: NullableText({
      minLength: 1,
      maxLength: 500,
      description: "Put before its first reply in a conversation, for instance that an assistant answers; null: nothing",
    }),
  },
  scope: {
    mode: Words(scopeModes, {
      description: "knowledge_only: every statement cites the knowledge; knowledge_first: explanations without facts need not",
    }),
    allowedTopics: texts(50, 200, "In scope; empty: whatever the knowledge is about"),
    blockedTopics: texts(100, 100, "Words and phrases that are declined in questions and never sent in replies"),
    outOfScopeMessage: Type.String({ minLength: 1, maxLength: 1_000, description: "Sent instead of an answer" }),
  },
  handover: {
    onRequest: Type.Boolean({ description: "Whoever asks for a human gets one, in any of the languages of the lexicon" }),
    keywords: texts(100, 100, "Words and phrases that hand over"),
    onLowConfidence: Type.Boolean({ description: "Also when no answer could be grounded; else the out-of-scope message is sent" }),
    failedTurns: Type.Integer({ minimum: 1, maximum: 10, description: "Turns in a row that led nowhere" }),
    maxReplies: Type.Integer({ minimum: 1, maximum: 200, description: "Replies of a conversation, since the chatbot got it" }),
    divisionId: NullableText({ maxLength: 100, description: "Which division gets it" }),
    assigneeId: NullableText({ maxLength: 100, description: "Who gets it" }),
    priority: NullableWords(priorities, { description: "Of the conversation, and of its ticket; null: as it is" }),
    createTicket: Type.Boolean(),
    summaryNote: Type.Boolean({ description: "A note with the reason and the last messages" }),
    message: Type.String({ minLength: 1, maxLength: 1_000, description: "What the customer reads" }),
    closedMessage: NullableText({
      minLength: 1,
      maxLength: 1_000,
      description: "What the customer reads outside of the team's business hours; null: as else",
    }),
    resume: Words(resumeWords, {
      description:
        "resolved: a resolved conversation that the customer writes to again is the chatbot's; never: what people had stays theirs",
    }),
    resumeAfterMinutes: Nullable(
      Type.Integer({
        minimum: 5,
        maximum: 43_200,
        description: "So long after the last word of a person the customer's next message is the chatbot's",
      }),
    ),
  },
  reply: {
    debounceSeconds: Type.Integer({ minimum: 0, maximum: 15, description: "Waits so long for another message, at most 15 s in all" }),
    maxLength: Type.Integer({ minimum: 50, maximum: 4_000, description: "Characters" }),
  },
  knowledge: {
    passages: Type.Integer({ minimum: 1, maximum: 10, description: "That a reply is made of, at most" }),
    minScore: Type.Number({ minimum: 0, maximum: 1, description: "Of a passage, for it to be used" }),
  },
  model: {
    preferred: Type.Array(
      Type.Object({
        provider: NullableText({ minLength: 1, maxLength: 50, description: "null: whichever has the model" }),
        model: Type.String({ minLength: 1, maxLength: 200 }),
      }),
      { maxItems: 5, description: "Asked in this order; then, and when empty, the keys by their priority" },
    ),
    temperature: Type.Number({ minimum: 0, maximum: 2 }),
    maxOutputTokens: Type.Integer({ minimum: 100, maximum: 4_000 }),
  },
  limits: {
    repliesPerConversationPerDay: Type.Integer({ minimum: 1, maximum: 1_000, description: "In 24 hours; beyond, people get it" }),
    repliesPerDay: Nullable(Type.Integer({ minimum: 1, maximum: 100_000, description: "Of the chatbot, in 24 hours; null: no limit" })),
  },
};

const instructions = texts(30, 500, "What it is told besides, below the platform's own policy");
const activeHours = Nullable(
  Type.Object(
    {
      mode: Words(hoursModes, { description: "inside: it works in these hours; outside: when they are over" }),
      ...BusinessHours.properties,
      outsideMessage: NullableText({
        minLength: 1,
        maxLength: 1_000,
        description: "Sent once per closed interval and conversation when it does not work; null: nothing",
      }),
    },
    { title: "ChatbotHours", description: "null: always" },
  ),
);

const optional = <T extends TProperties>(fields: T, title: string) =>
  Type.Optional(Type.Partial(Type.Object(fields), { title, description: "Fields left out stay as they are" }));

const shownGroups = {
  persona: Type.Object(groups.persona, { title: "ChatbotPersona" }),
  instructions,
  scope: Type.Object(groups.scope, { title: "ChatbotScope" }),
  handover: Type.Object(groups.handover, { title: "ChatbotHandover" }),
  activeHours,
  reply: Type.Object(groups.reply, { title: "ChatbotReply" }),
  knowledge: Type.Object(groups.knowledge, { title: "ChatbotKnowledge" }),
  model: Type.Object(groups.model, { title: "ChatbotModel" }),
  limits: Type.Object(groups.limits, { title: "ChatbotLimits" }),
};

/** Groups of settings that are laid over others. */
export const settingsInput = {
  persona: optional(groups.persona, "ChatbotPersonaInput"),
  instructions: Type.Optional(instructions),
  scope: optional(groups.scope, "ChatbotScopeInput"),
  handover: optional(groups.handover, "ChatbotHandoverInput"),
  activeHours: Type.Optional(activeHours),
  reply: optional(groups.reply, "ChatbotReplyInput"),
  knowledge: optional(groups.knowledge, "ChatbotKnowledgeInput"),
  model: optional(groups.model, "ChatbotModelInput"),
  limits: optional(groups.limits, "ChatbotLimitsInput"),
};

export const Chatbot = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    isActive,
    channelIds,
    ...shownGroups,
    version: Type.Integer({ description: "Grows with every change; turns say which one they ran with" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Chatbot" },
);
export type Chatbot = Static<typeof Chatbot>;

export const CreateChatbot = Type.Object(
  { name, isActive: Type.Optional(isActive), channelIds: Type.Optional(channelIds), ...settingsInput },
  { title: "CreateChatbot", description: "What is left out gets its default; an active chatbot needs a channel to have any effect" },
);
export type CreateChatbot = Static<typeof CreateChatbot>;

export const UpdateChatbot = Type.Object(
  { name: Type.Optional(name), isActive: Type.Optional(isActive), channelIds: Type.Optional(channelIds), ...settingsInput },
  { title: "UpdateChatbot", description: "Fields left out stay as they are, also inside of a group" },
);
export type UpdateChatbot = Static<typeof UpdateChatbot>;

export const ChatbotList = ListOf(Chatbot);
export const ListChatbotsQuery = listQuery({});
