import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, NullableTimestamp, PageInfo, Timestamp, Words } from "#platform/http/schemas.ts";
import { languagePattern, searchFields } from "./faqs.schema.ts";

export const KnowledgeFinding = Type.Object(
  {
    kind: Words(["source", "faq"]),
    sourceId: NullableText(),
    faqId: NullableText(),
    title: Type.String({ description: "The source's name, or the FAQ's question" }),
    url: NullableText({ description: "Of a source that is a web page" }),
    heading: NullableText({ description: "The headings above the passage, outermost first, parted by >" }),
    position: Type.Integer({ description: "The passage's place in its source, from 0" }),
    language: Type.String({ description: "ISO 639" }),
    text: Type.String({ description: "The whole passage; of a FAQ the answer" }),
    snippet: Type.String({ description: "The part that fits the question best, 240 characters at most" }),
    score: Type.Number({ description: "0 to 1: how much of the question is in it; 1 for the very question of a FAQ" }),
  },
  { title: "KnowledgeFinding" },
);

export const KnowledgeFindings = Type.Object(
  {
    answered: Type.Boolean({ description: "Whether the best passage fits well enough to call it an answer (score 0.25)" }),
    data: Type.Array(KnowledgeFinding),
    pageInfo: PageInfo,
  },
  { title: "KnowledgeFindings" },
);
export type KnowledgeFindings = Static<typeof KnowledgeFindings>;

export const SearchKnowledgeQuery = listQuery(
  {
    q: Type.String({ minLength: 1, maxLength: 500, description: "A question, as a sentence or words, in any of your languages" }),
    language: Type.Optional(Type.String({ pattern: languagePattern, description: "Only content in this language, ISO 639" })),
    record: searchFields.record,
  },
  { default: 10, max: 50 },
);

const count = Type.Integer();
export const KnowledgeStats = Type.Object(
  {
    sources: Type.Object({ pending: count, processing: count, ready: count, failed: count, total: count }),
    faqs: Type.Object({ draft: count, published: count, archived: count, total: count }),
    chunks: Type.Object({ total: count, searchable: Type.Integer({ description: "Of active sources and published FAQs" }) }),
    searches: Type.Object({
      since: Timestamp,
      total: count,
      hits: Type.Integer({ description: "Searches that found an answer" }),
      unanswered: count,
    }),
    unansweredQuestions: Type.Integer({ description: "Different questions, without dismissed ones" }),
  },
  { title: "KnowledgeStats" },
);
export type KnowledgeStats = Static<typeof KnowledgeStats>;

export const UnansweredQuestion = Type.Object(
  {
    id: Type.String(),
    question: Type.String({ description: "As it was asked first, without addresses and long numbers" }),
    language: NullableText({ description: "ISO 639; null: cannot be told" }),
    count: Type.Integer({ description: "How often it was asked, up to case and punctuation" }),
    firstAskedAt: Timestamp,
    lastAskedAt: Timestamp,
    dismissedAt: NullableTimestamp(),
  },
  { title: "UnansweredQuestion" },
);
export type UnansweredQuestion = Static<typeof UnansweredQuestion>;
export const UnansweredQuestionList = ListOf(UnansweredQuestion);
export const ListUnansweredQuery = listQuery({
  dismissed: Type.Boolean({ default: false, description: "true: the dismissed ones instead" }),
});
