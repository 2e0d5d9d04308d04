import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { Pager } from "#platform/pagination/page.ts";
import {
  KnowledgeFindings,
  KnowledgeStats,
  ListUnansweredQuery,
  SearchKnowledgeQuery,
  UnansweredQuestion,
  UnansweredQuestionList,
} from "./search.schema.ts";
import { renderFinding, renderQuestion, type SearchesService } from "./searches.service.ts";

const tag = "Knowledge";

export function searchRoutes(service: SearchesService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.getUnanswered(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/knowledge/search",
      operationId: "searchKnowledge",
      tag,
      summary: "Search for passages that answer a question",
      description:
        "Searches active sources and published FAQs together, best first, at most three passages per source and 200 in total. No single word is required; typos are tolerated.",
      scope: "knowledge:read",
      query: SearchKnowledgeQuery,
      response: KnowledgeFindings,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, ...search } }) {
        if (search.q.trim() === "") throw invalidField("q", "too_short");
        const filters = { list: "knowledge_search", q: search.q, language: search.language };
        const after = pager.read(ctx.tenantId, filters, cursor);
        const from = Number(after?.[0] ?? 0);
        const { answered, rows } = await service.search(ctx, {
          ...search,
          from,
          limit: limit + 1,
          record: search.record && after === null,
        });
        return { answered, ...pager.page(ctx.tenantId, filters, rows, limit, ({ place }) => [String(place)], renderFinding(search.q)) };
      },
    }),
    readRoute({
      method: "GET",
      path: "/knowledge/stats",
      operationId: "getKnowledgeStats",
      tag,
      summary: "Count sources, FAQs, passages and searches",
      description: "Searches are counted for as long as they are kept.",
      scope: "knowledge:read",
      response: KnowledgeStats,
      handle: (ctx) => service.stats(ctx),
    }),
    readRoute({
      method: "GET",
      path: "/knowledge/unanswered",
      operationId: "listUnansweredQuestions",
      tag,
      summary: "List unanswered questions",
      description: "Each question once, regardless of case and repetitions; most recently asked first, or by `sort`.",
      scope: "knowledge:read",
      query: ListUnansweredQuery,
      response: UnansweredQuestionList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, dismissed, sort } }) {
        const filters = { list: "knowledge_unanswered", dismissed, sort };
        const after = pager.read(ctx.tenantId, filters, cursor);
        if (sort === "count") {
          const often = await service.listMostAsked(ctx.tx, dismissed, after, limit + 1);
          return pager.page(ctx.tenantId, filters, often, limit, (row) => [String(row.count), row.id], renderQuestion);
        }
        const rows = await service.listUnanswered(ctx.tx, dismissed, after, limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderQuestion);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/knowledge/unanswered/:id/dismiss",
      operationId: "dismissUnansweredQuestion",
      tag,
      summary: "Dismiss an unanswered question",
      description: "It disappears from the list and does not come back if it is asked again.",
      scope: "knowledge:write",
      params: IdParams,
      response: UnansweredQuestion,
      exists,
      handle: (ctx, { params }) => service.dismiss(ctx, params.id),
    }),
  ];
}
