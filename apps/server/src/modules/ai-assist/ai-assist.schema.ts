import { type Static, Type } from "typebox";
import { Money } from "#modules/billing/index.ts";
import { NullableText, Words } from "#platform/http/schemas.ts";

const conversationId = Type.String({ minLength: 1, maxLength: 100 });
const instruction = Type.String({ minLength: 1, maxLength: 1_000, description: "What to mind, in one's own words" });
const text = Type.String({ minLength: 1, maxLength: 4_000 });

/** Who answered, and what it cost. */
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
        faqId: NullableText({ description: "a FAQ" }),
        heading: NullableText(),
        excerpt: Type.String(),
      }),
      { description: "The passages of the knowledge that the draft says it is made of" },
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
      Type.String({ pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$", maxLength: 35, description: "Of the summary, as en or pt-BR" }),
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
    style: Words(rewriteStyles, { description: "corrected: spelling and grammar alone" }),
    conversationId: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "So that it fits what was said there" })),
  },
  { title: "Rewrite" },
);
export type Rewrite = Static<typeof Rewrite>;

export const Translate = Type.Object(
  {
    text: Type.Optional(text),
    messageId: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "A message instead of a text" })),
    language: Type.String({ pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$", maxLength: 35, description: "Into which, as en or pt-BR" }),
  },
  { title: "Translate" },
);
export type Translate = Static<typeof Translate>;

export const AssistedText = Type.Object({ text: Type.String(), ...answeredBy }, { title: "AssistedText" });
export type AssistedText = Static<typeof AssistedText>;

export const SuggestTags = Type.Object({ conversationId }, { title: "SuggestTags" });
export type SuggestTags = Static<typeof SuggestTags>;

export const SuggestedTags = Type.Object(
  { labels: Type.Array(Type.String(), { description: "Labels of the organization that fit, best first; none is put on" }), ...answeredBy },
  { title: "SuggestedTags" },
);
export type SuggestedTags = Static<typeof SuggestedTags>;
