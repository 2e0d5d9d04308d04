import { type Static, type TProperties, Type } from "typebox";
import { BusinessHours } from "#modules/people/agent-settings/index.ts";
import { extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, Nullable, NullableText, NullableEnum, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { priorities, resumeWords, scopeModes, tones } from "./chatbot-settings.ts";
import { hoursModes } from "./hours.ts";

const name = Type.String({ minLength: 1, maxLength: 100 });
const channelIds = Type.Array(Type.String({ maxLength: 100 }), {
  maxItems: 100,
  uniqueItems: true,
  description: "Channels it serves. A channel has at most one chatbot",
});
const isActive = Type.Boolean({ description: "Turning it off hands its current conversations to people" });

const texts = (maxItems: number, maxLength: number, description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength }), { maxItems, description });

const groups = {
  persona: {
    description: Type.String({ maxLength: 4_000, description: "Who the chatbot is, whom it talks to, and how" }),
    tone: StringEnum(tones),
    languages: Type.Array(Type.String({ pattern: "^[a-z]{2,3}$" }), {
      maxItems: 20,
      description: "ISO 639 codes of the languages it answers in; empty: the customer's language",
    }),
    introduction: NullableText({
      minLength: 1,
      maxLength: 500,
      description: "Added before its first reply in a conversation, for example that an assistant answers; null: nothing",
    }),
  },
  scope: {
    mode: StringEnum(scopeModes, {
      description: "knowledge_only: every statement must cite the knowledge; knowledge_first: explanations without facts need no citation",
    }),
    allowedTopics: texts(50, 200, "Topics in scope; empty: everything the knowledge covers"),
    blockedTopics: texts(100, 100, "Words and phrases that are declined in questions and never sent in replies"),
    outOfScopeMessage: Type.String({ minLength: 1, maxLength: 1_000, description: "Sent instead of an answer" }),
  },
  handover: {
    onRequest: Type.Boolean({ description: "Hand over to people when the customer asks for a human, in any language of the lexicon" }),
    keywords: texts(100, 100, "Words and phrases that trigger a handover"),
    onLowConfidence: Type.Boolean({ description: "Also when no answer can be grounded; otherwise the out-of-scope message is sent" }),
    failedTurns: Type.Integer({ minimum: 1, maximum: 10, description: "Consecutive turns without a result before a handover" }),
    maxReplies: Type.Integer({
      minimum: 1,
      maximum: 200,
      description: "Replies in a conversation, since the chatbot took it, before a handover",
    }),
    divisionId: NullableText({ maxLength: 100, description: "The division that receives it" }),
    assigneeId: NullableText({ maxLength: 100, description: "The agent who receives it" }),
    priority: NullableEnum(priorities, { description: "Of the conversation and its ticket; null: unchanged" }),
    createTicket: Type.Boolean(),
    summaryNote: Type.Boolean({ description: "Add a note with the reason and the last messages" }),
    message: Type.String({ minLength: 1, maxLength: 1_000, description: "Message to the customer" }),
    closedMessage: NullableText({
      minLength: 1,
      maxLength: 1_000,
      description: "Message to the customer outside the team's business hours; null: as usual",
    }),
    resume: StringEnum(resumeWords, {
      description:
        "resolved: the chatbot takes a resolved conversation when the customer writes again; never: conversations that people had stay with them",
    }),
    resumeAfterMinutes: Nullable(
      Type.Integer({
        minimum: 5,
        maximum: 43_200,
        description: "How long after a person's last message the customer's next message goes to the chatbot",
      }),
    ),
  },
  reply: {
    debounceSeconds: Type.Integer({ minimum: 0, maximum: 15, description: "How long to wait for another message, at most 15 s in total" }),
    maxLength: Type.Integer({ minimum: 50, maximum: 4_000, description: "Maximum length in characters" }),
  },
  knowledge: {
    passages: Type.Integer({ minimum: 1, maximum: 10, description: "Maximum number of passages used for a reply" }),
    minScore: Type.Number({ minimum: 0, maximum: 1, description: "Minimum score of a passage" }),
  },
  model: {
    preferred: Type.Array(
      Type.Object({
        provider: NullableText({ minLength: 1, maxLength: 50, description: "null: any key that has the model" }),
        model: Type.String({ minLength: 1, maxLength: 200 }),
      }),
      { maxItems: 5, description: "Tried in this order; then, and when empty, the keys by priority" },
    ),
    temperature: Type.Number({ minimum: 0, maximum: 2 }),
    maxOutputTokens: Type.Integer({ minimum: 100, maximum: 4_000 }),
  },
  limits: {
    repliesPerConversationPerDay: Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: "Maximum in 24 hours; further ones go to people",
    }),
    repliesPerDay: Nullable(
      Type.Integer({ minimum: 1, maximum: 100_000, description: "Maximum for the chatbot in 24 hours; null: no limit" }),
    ),
  },
};

const instructions = texts(30, 500, "Additional instructions, subordinate to the platform's own policy");
const activeHours = Nullable(
  extending(
    BusinessHours,
    {
      mode: StringEnum(hoursModes, { description: "inside: active during these hours; outside: active outside them" }),
      outsideMessage: NullableText({
        minLength: 1,
        maxLength: 1_000,
        description: "Sent once per closed interval and conversation when the chatbot is inactive; null: nothing",
      }),
    },
    { title: "ChatbotHours", description: "null: always" },
  ),
);

const optional = <T extends TProperties>(fields: T, title: string) =>
  Type.Optional(Type.Partial(Type.Object(fields), { title, description: "Omitted fields keep their values" }));

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

/** Groups of settings; each is merged into the existing ones. */
export const SettingsInput = Type.Object(
  {
    persona: optional(groups.persona, "ChatbotPersonaInput"),
    instructions: Type.Optional(instructions),
    scope: optional(groups.scope, "ChatbotScopeInput"),
    handover: optional(groups.handover, "ChatbotHandoverInput"),
    activeHours: Type.Optional(activeHours),
    reply: optional(groups.reply, "ChatbotReplyInput"),
    knowledge: optional(groups.knowledge, "ChatbotKnowledgeInput"),
    model: optional(groups.model, "ChatbotModelInput"),
    limits: optional(groups.limits, "ChatbotLimitsInput"),
  },
  {
    title: "ChatbotSettingsInput",
    description: "Overrides the chatbot's own settings for this run only, to test a change before it goes live",
  },
);

export const Chatbot = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    isActive,
    channelIds,
    ...shownGroups,
    version: Type.Integer({ description: "Incremented on every change; turns name the version they ran with" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Chatbot" },
);
export type Chatbot = Static<typeof Chatbot>;

export const CreateChatbot = extending(
  SettingsInput,
  { name, isActive: Type.Optional(isActive), channelIds: Type.Optional(channelIds) },
  { title: "CreateChatbot", description: "Omitted fields get their defaults; an active chatbot has no effect without a channel" },
);
export type CreateChatbot = Static<typeof CreateChatbot>;

export const UpdateChatbot = extending(
  SettingsInput,
  { name: Type.Optional(name), isActive: Type.Optional(isActive), channelIds: Type.Optional(channelIds) },
  { title: "UpdateChatbot", description: "Omitted fields keep their values, also inside a group" },
);
export type UpdateChatbot = Static<typeof UpdateChatbot>;

export const ChatbotList = ListOf(Chatbot);
export const ListChatbotsQuery = listQuery({});
