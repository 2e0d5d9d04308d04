import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { categoryId } from "./categories.service.ts";
import { filterFaqs, listFaqs } from "./faqs.queries.ts";
import { CreateFaq, Faq, FaqList, ListFaqsQuery, UpdateFaq } from "./faqs.schema.ts";
import { type FaqsService, renderFaq } from "./faqs.service.ts";
import { pageOf } from "./searching/ranked-page.ts";
import type { SearchesService } from "./searching/searches.service.ts";

const tag = "Knowledge";
const twoCategories = "`category` and `categoryId` are different categories.";

export function faqRoutes(service: FaqsService, searches: SearchesService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/knowledge/faqs",
      operationId: "listFaqs",
      tag,
      summary: "List or search FAQs",
      description: "Newest first. With q: published FAQs that match, best first, with score and snippet, at most 200.",
      scope: "knowledge:read",
      query: ListFaqsQuery,
      response: FaqList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, q, record, ...filters } }) {
        const filter = { status: filters.status, language: filters.language, categoryId: await categoryId(ctx.tx, filters.categoryId) };
        return pageOf(ctx, pager, {
          filters: { list: "knowledge_faqs", q, ...filters },
          limit,
          cursor,
          q,
          rank: (first) => searches.rank(ctx, { q: q ?? "", kind: "faq", language: filters.language, record: record && first }),
          byIds: (ids) => filterFaqs(ctx.tx, ids, filter),
          list: (after, count) => listFaqs(ctx.tx, filter, after, count),
          render: renderFaq,
        });
      },
    }),
    writeRoute({
      method: "POST",
      path: "/knowledge/faqs",
      operationId: "createFaq",
      tag,
      summary: "Create an FAQ",
      description: "Published unless status says otherwise; published FAQs are searchable at once.",
      scope: "knowledge:write",
      body: CreateFaq,
      response: Faq,
      errors: ["entitlement_exceeded"],
      rules: twoCategories,
      example: {
        body: {
          question: "How long do I have to return an item?",
          answer: "30 days from the day you get it. Unworn and with its label.",
          alternatives: ["Until when can I send something back?"],
          categoryId: null,
          language: "en",
          status: "published",
        },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/knowledge/faqs/:id",
      operationId: "getFaq",
      tag,
      summary: "Get an FAQ",
      scope: "knowledge:read",
      params: IdParams,
      response: Faq,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/knowledge/faqs/:id",
      operationId: "updateFaq",
      tag,
      summary: "Update an FAQ",
      description: "Omitted fields keep their values; alternatives replaces all alternatives. Unpublished FAQs are no longer found.",
      scope: "knowledge:write",
      params: IdParams,
      body: UpdateFaq,
      response: Faq,
      rules: twoCategories,
      exists,
      example: { body: { answer: "60 days from the day you get it.", status: "published" } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/knowledge/faqs/:id",
      operationId: "deleteFaq",
      tag,
      summary: "Delete an FAQ",
      scope: "knowledge:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
  ];
}
