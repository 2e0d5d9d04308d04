import { type Static, Type } from "typebox";
import { extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, Nullable, NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { SettingsInput } from "../chatbots.schema.ts";
import { decisions } from "./turn.types.ts";

const Step = Type.Object(
  {
    step: StringEnum(["gates", "search", "model", "checks", "commit"]),
    result: Type.String(),
    details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { title: "ChatbotTurnStep" },
);

const PassageShown = Type.Object(
  {
    ref: Type.String({ description: "As used in citations" }),
    sourceId: NullableText(),
    faqId: NullableText(),
    score: Type.Number(),
    heading: NullableText(),
    text: Type.Optional(Type.String({ description: "In a trial only: after a turn the knowledge may change" })),
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
      cost: Type.Number({ description: "Charge, in the billing currency" }),
    },
    { title: "ChatbotUsage", description: "null: no model was called, or none answered" },
  ),
);

export const ChatbotTrial = Type.Object(
  {
    chatbotId: Type.String(),
    chatbotVersion: Type.Integer(),
    decision: StringEnum(decisions),
    reason: NullableText({ description: "The reason; null for an answer" }),
    reply: NullableText({ description: "The reply that was sent, or that the model wrote and was not sent" }),
    question: NullableText({ description: "The knowledge search query; null: none" }),
    language: NullableText({ description: "The customer's language, as the model detected it" }),
    passages: Type.Array(PassageShown, { description: "Passages available for the reply" }),
    steps: Type.Array(Step, { description: "Steps of the decision, in order" }),
    usage,
    durationMs: Type.Integer({ description: "How long the decision took, without the wait for further messages" }),
  },
  { title: "ChatbotTrial", description: "What the chatbot would answer and do; nothing was sent or stored" },
);
export type ChatbotTrial = Static<typeof ChatbotTrial>;

export const ChatbotTurn = extending(
  ChatbotTrial,
  {
    id: Type.String(),
    conversationId: Type.String(),
    message: NullableText({ description: "What the customer wrote; null: no text, or it was deleted" }),
    inboundMessageIds: Type.Array(Type.String(), { description: "The customer's messages" }),
    replyMessageId: NullableText({ description: "null: nothing was sent" }),
    startedAt: Timestamp,
    createdAt: Timestamp,
  },
  { title: "ChatbotTurn" },
);
export type ChatbotTurn = Static<typeof ChatbotTurn>;

export const ChatbotTurnList = ListOf(ChatbotTurn);
export const ListConversationTurnsQuery = listQuery({});
export const ListChatbotTurnsQuery = listQuery({ decision: Type.Optional(StringEnum(decisions)) });

export const PlaygroundRequest = Type.Object(
  {
    message: Type.String({ minLength: 1, maxLength: 4_000, description: "The customer's message" }),
    history: Type.Optional(
      Type.Array(Type.Object({ from: StringEnum(["customer", "chatbot"]), text: Type.String({ minLength: 1, maxLength: 4_000 }) }), {
        maxItems: 40,
        description: "Earlier messages, oldest first",
      }),
    ),
    at: Type.Optional(
      Type.String({ format: "date-time", description: "The time to simulate; default: now. Active hours are evaluated at this time" }),
    ),
    settings: Type.Optional(SettingsInput),
  },
  { title: "ChatbotPlaygroundRequest" },
);
export type PlaygroundRequest = Static<typeof PlaygroundRequest>;

export const ChatbotReplay = Type.Object(
  {
    turnId: Type.String(),
    before: ChatbotTurn,
    after: ChatbotTrial,
    changed: Type.Boolean({ description: "Whether the decision or the reply changed" }),
  },
  { title: "ChatbotReplay" },
);
export type ChatbotReplay = Static<typeof ChatbotReplay>;

export const ConversationChatbot = Type.Object(
  {
    conversationId: Type.String(),
    status: Type.String(),
    pendingReason: NullableText(),
    handledBy: StringEnum(["bot", "human"]),
  },
  { title: "ConversationChatbot", description: "Who has the conversation now" },
);
