import { type Static, Type } from "typebox";
import { ListOf, listQuery, Nullable, NullableText, Timestamp, Words } from "#platform/http/schemas.ts";
import { decisions } from "./turn.types.ts";

const Step = Type.Object(
  {
    step: Words(["gates", "search", "model", "checks", "commit"]),
    result: Type.String(),
    details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { title: "ChatbotTurnStep" },
);

const PassageShown = Type.Object(
  {
    ref: Type.String({ description: "As citations name it" }),
    sourceId: NullableText(),
    faqId: NullableText(),
    score: Type.Number(),
    heading: NullableText(),
  },
  { title: "ChatbotPassage" },
);

const usage = Nullable(
  Type.Object(
    {
      provider: Type.String(),
      model: Type.String(),
      inputTokens: Type.Integer(),
      outputTokens: Type.Integer(),
      cost: Type.Number({ description: "Charged, in the billing currency" }),
    },
    { title: "ChatbotUsage", description: "null: no model was asked, or none answered" },
  ),
);

const common = {
  decision: Words(decisions),
  reason: NullableText({ description: "Why; null for an answer" }),
  reply: NullableText({ description: "What was sent, or what the model wrote and was not sent" }),
  question: NullableText({ description: "What the knowledge was asked; null: it was not" }),
  language: NullableText({ description: "Of the customer, as the model saw it" }),
  passages: Type.Array(PassageShown, { description: "That the reply could be made of" }),
  steps: Type.Array(Step, { description: "What was found out, in order" }),
  usage,
};

export const ChatbotTurn = Type.Object(
  {
    id: Type.String(),
    chatbotId: Type.String(),
    chatbotVersion: Type.Integer(),
    conversationId: Type.String(),
    ...common,
    inboundMessageIds: Type.Array(Type.String(), { description: "What the customer had written" }),
    replyMessageId: NullableText({ description: "null: nothing was sent" }),
    startedAt: Timestamp,
    createdAt: Timestamp,
  },
  { title: "ChatbotTurn" },
);
export type ChatbotTurn = Static<typeof ChatbotTurn>;

export const ChatbotTurnList = ListOf(ChatbotTurn);
export const ListConversationTurnsQuery = listQuery({});
export const ListChatbotTurnsQuery = listQuery({ decision: Type.Optional(Words(decisions)) });

export const PlaygroundRequest = Type.Object(
  {
    message: Type.String({ minLength: 1, maxLength: 4_000, description: "What a customer writes" }),
    history: Type.Optional(
      Type.Array(Type.Object({ from: Words(["customer", "chatbot"]), text: Type.String({ minLength: 1, maxLength: 4_000 }) }), {
        maxItems: 40,
        description: "What was said before, oldest first",
      }),
    ),
    at: Type.Optional(Type.String({ format: "date-time", description: "When; default: now. Active hours are looked at as of then" })),
  },
  { title: "ChatbotPlaygroundRequest" },
);
export type PlaygroundRequest = Static<typeof PlaygroundRequest>;

export const ChatbotTrial = Type.Object(
  { chatbotId: Type.String(), chatbotVersion: Type.Integer(), ...common },
  { title: "ChatbotTrial", description: "What would be said and done; nothing was sent or kept" },
);
export type ChatbotTrial = Static<typeof ChatbotTrial>;

export const ChatbotReplay = Type.Object(
  {
    turnId: Type.String(),
    before: ChatbotTurn,
    after: ChatbotTrial,
    changed: Type.Boolean({ description: "Another decision or another reply" }),
  },
  { title: "ChatbotReplay" },
);
export type ChatbotReplay = Static<typeof ChatbotReplay>;

export const ConversationChatbot = Type.Object(
  {
    conversationId: Type.String(),
    status: Type.String(),
    pendingReason: NullableText(),
    handledBy: Words(["bot", "human"]),
  },
  { title: "ConversationChatbot", description: "Whose the conversation is now" },
);
