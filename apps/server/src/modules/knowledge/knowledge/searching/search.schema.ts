import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, NullableTimestamp, PageInfo, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { languagePattern, searchFields } from "../faqs.schema.ts";

export const KnowledgeFinding = Type.Object(
  {
    kind: StringEnum(["source", "faq"]),
    sourceId: NullableText(),
    faqId: NullableText(),
    title: Type.String({ description: "The source's name, or the FAQ's question" }),
    url: NullableText({ description: "For a source that is a web page" }),
    heading: NullableText({ description: "The headings above the passage, outermost first, separated by >" }),
    position: Type.Integer({ description: "The passage's position in its source, from 0" }),
    language: Type.String({ description: "ISO 639" }),
    text: Type.String({ description: "The whole passage; for an FAQ, the answer" }),
    snippet: Type.String({ description: "The best matching part, at most 240 characters" }),
    score: Type.Number({ description: "Share of the question that it covers, 0 to 1; 1 for the exact question of an FAQ" }),
  },
  { title: "KnowledgeFinding" },
);

export const KnowledgeFindings = Type.Object(
  {
    answered: Type.Boolean({ description: "Whether the best passage matches well enough to count as an answer (score 0.25)" }),
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
    chunks: Type.Object({ total: count, searchable: Type.Integer({ description: "In active sources and published FAQs" }) }),
    searches: Type.Object({
      since: Timestamp,
      total: count,
      hits: Type.Integer({ description: "Searches that found an answer" }),
      unanswered: count,
    }),
    unansweredQuestions: Type.Integer({ description: "Distinct questions, without dismissed ones" }),
  },
  { title: "KnowledgeStats" },
);
export type KnowledgeStats = Static<typeof KnowledgeStats>;

export const UnansweredQuestion = Type.Object(
  {
    id: Type.String(),
    question: Type.String({ description: "As first asked, with addresses and long numbers removed" }),
    language: NullableText({ description: "ISO 639; null: unknown" }),
    count: Type.Integer({ description: "How often it was asked, ignoring case and punctuation" }),
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
  sort: Type.Optional(
    StringEnum(["lastAsked", "count"], { description: "lastAsked (default): most recently asked first; count: most often first" }),
  ),
});
