import { type Static, Type } from "typebox";
import { extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, Nullable, NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const faqStates = ["draft", "published", "archived"] as const;

export const languagePattern = "^[a-z]{2,3}$";
const question = Type.String({ minLength: 1, maxLength: 500 });
const answer = Type.String({ minLength: 1, maxLength: 10_000, description: "Markdown" });
export const language = NullableText({
  title: "LanguageInput",
  pattern: languagePattern,
  description: "ISO 639, for example de; null or omitted: detected from the text",
});
const status = StringEnum(faqStates, { description: "Only published FAQs are found by a search" });
const categoryId = NullableText({ maxLength: 100 });
const alternatives = Type.Array(question, { maxItems: 20, description: "Other phrasings of the question; replaces all of them" });

/** What a searched list shows in addition. */
export const foundFields = {
  score: Nullable(Type.Number({ description: "Share of the question that it covers, 0 to 1; null without q" })),
  snippet: NullableText({ description: "The best matching part; null without q" }),
};

const fields = {
  id: Type.String(),
  question: Type.String(),
  answer: Type.String(),
  alternatives: Type.Array(Type.String()),
  categoryId: NullableText(),
  category: NullableText({ description: "The category's name" }),
  language: Type.String({ description: "ISO 639" }),
  languageDetected: Type.Boolean({ description: "Detected from the text, not given" }),
  status,
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const Faq = Type.Object(fields, { title: "Faq" });
export type Faq = Static<typeof Faq>;
export const FaqListItem = extending(Faq, foundFields, { title: "FaqListItem" });
export type FaqListItem = Static<typeof FaqListItem>;

const optional = {
  categoryId: Type.Optional(categoryId),
  category: Type.Optional(
    NullableText({
      minLength: 1,
      maxLength: 200,
      description: "Instead of categoryId: a category's name (case-insensitive) or id; a new name creates the category",
    }),
  ),
  language: Type.Optional(language),
  status: Type.Optional(status),
  alternatives: Type.Optional(alternatives),
};
export const CreateFaq = Type.Object({ question, answer, ...optional }, { title: "CreateFaq" });
export type CreateFaq = Static<typeof CreateFaq>;
export const UpdateFaq = Type.Object(
  { question: Type.Optional(question), answer: Type.Optional(answer), ...optional },
  { title: "UpdateFaq", description: "Omitted fields keep their values; null clears a field" },
);
export type UpdateFaq = Static<typeof UpdateFaq>;

/** Parameters of every search. */
export const searchFields = {
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        "A question or words, in any of your languages; best matches first, typos tolerated. Only published or active entries match",
    }),
  ),
  record: Type.Boolean({
    default: true,
    description: "false: a staff lookup, excluded from the statistics",
  }),
};

export const FaqList = ListOf(FaqListItem);
export const ListFaqsQuery = listQuery({
  ...searchFields,
  status: Type.Optional(StringEnum(faqStates)),
  categoryId: Type.Optional(Type.String({ maxLength: 100 })),
  language: Type.Optional(Type.String({ pattern: languagePattern, description: "ISO 639" })),
});
