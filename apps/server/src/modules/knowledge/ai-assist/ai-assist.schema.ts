import { type Static, Type } from "typebox";
import { Money } from "#modules/money/billing/index.ts";
import { NullableText, StringEnum } from "#platform/http/schemas.ts";

const conversationId = Type.String({ minLength: 1, maxLength: 100 });
const instruction = Type.String({ minLength: 1, maxLength: 1_000, description: "Additional instructions, in your own words" });
const text = Type.String({ minLength: 1, maxLength: 4_000 });

/** Which model answered, and what it cost. */
const answeredBy = {
  provider: Type.String(),
  model: Type.String(),
  inputTokens: Type.Integer(),
  outputTokens: Type.Integer(),
  cost: Money("What was charged"),
};

export const SuggestReply = Type.Object({ conversationId, instruction: Type.Optional(instruction) }, { title: "SuggestReply" });
export type SuggestReply = Static<typeof SuggestReply>;

export const SuggestedReply = Type.Object(
  {
    text: Type.String({ description: "A draft; nothing is sent" }),
    sources: Type.Array(
      Type.Object({
        sourceId: NullableText({ description: "A knowledge source, or" }),
        faqId: NullableText({ description: "an FAQ" }),
        heading: NullableText(),
        excerpt: Type.String(),
      }),
      { description: "The knowledge passages that the draft says it is based on" },
    ),
    ...answeredBy,
  },
  { title: "SuggestedReply" },
);
export type SuggestedReply = Static<typeof SuggestedReply>;

export const Summarize = Type.Object(
  {
    conversationId,
    language: Type.Optional(
      Type.String({
        pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
        maxLength: 35,
        description: "Language of the summary, for example en or pt-BR",
      }),
    ),
  },
  { title: "Summarize" },
);
export type Summarize = Static<typeof Summarize>;

export const Summary = Type.Object(
  {
    summary: Type.String(),
    openPoints: Type.Array(Type.String(), { description: "Conversations that still need work or an answer" }),
    ...answeredBy,
  },
  { title: "ConversationSummary" },
);
export type Summary = Static<typeof Summary>;

export const rewriteStyles = ["friendlier", "more_formal", "shorter", "longer", "clearer", "corrected"] as const;
export const Rewrite = Type.Object(
  {
    text,
    style: StringEnum(rewriteStyles, { description: "corrected: only spelling and grammar" }),
    conversationId: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "Matches the context of the conversation" })),
  },
  { title: "Rewrite" },
);
export type Rewrite = Static<typeof Rewrite>;

export const Translate = Type.Object(
  {
    text: Type.Optional(text),
    messageId: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "A message instead of a text" })),
    language: Type.String({
      pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
      maxLength: 35,
      description: "Target language, for example en or pt-BR",
    }),
  },
  { title: "Translate" },
);
export type Translate = Static<typeof Translate>;

export const AssistedText = Type.Object({ text: Type.String(), ...answeredBy }, { title: "AssistedText" });
export type AssistedText = Static<typeof AssistedText>;

export const SuggestTags = Type.Object({ conversationId }, { title: "SuggestTags" });
export type SuggestTags = Static<typeof SuggestTags>;

export const SuggestedTags = Type.Object(
  { labels: Type.Array(Type.String(), { description: "Matching labels of the organization, best first; none is added" }), ...answeredBy },
  { title: "SuggestedTags" },
);
export type SuggestedTags = Static<typeof SuggestedTags>;
