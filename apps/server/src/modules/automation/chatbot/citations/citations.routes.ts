import { type Static, Type } from "typebox";
import { type AnyRoute, readRoute } from "#platform/http/route.ts";
import { NullableText, Timestamp } from "#platform/http/schemas.ts";
import { countCitations } from "./citations.queries.ts";

const citedMax = 1_000;
const dayMs = 86_400_000;

const KnowledgeCitations = Type.Object(
  {
    since: Timestamp,
    data: Type.Array(
      Type.Object({
        sourceId: NullableText({ description: "A knowledge source, or" }),
        faqId: NullableText({ description: "an FAQ; both may have been deleted since" }),
        answers: Type.Integer({ description: "Answers that cited it" }),
      }),
      { description: `Most cited first, at most ${citedMax}` },
    ),
  },
  { title: "KnowledgeCitations" },
);
type KnowledgeCitations = Static<typeof KnowledgeCitations>;

const CitationsQuery = Type.Object({
  days: Type.Integer({ minimum: 1, maximum: 90, default: 30, description: "How many days back answers are counted" }),
});

/** What answers cited. Counted from turns, so it is here and not in the knowledge module. */
export function citationRoutes(): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/knowledge/citations",
      operationId: "listKnowledgeCitations",
      tag: "Knowledge",
      summary: "Count how often chatbots cited each source and FAQ",
      scope: "knowledge:read",
      query: CitationsQuery,
      response: KnowledgeCitations,
      async handle(ctx, { query: { days } }): Promise<KnowledgeCitations> {
        const since = new Date(ctx.now.getTime() - days * dayMs);
        const rows = await countCitations(ctx.tx, since, citedMax);
        return {
          since: since.toISOString(),
          data: rows.map((row) => ({ sourceId: row.source_id, faqId: row.faq_id, answers: row.answers })),
        };
      },
    }),
  ];
}
