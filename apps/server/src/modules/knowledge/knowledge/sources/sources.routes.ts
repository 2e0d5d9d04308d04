import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { categoryId } from "../categories.service.ts";
import { pageOf } from "../searching/ranked-page.ts";
import type { SearchesService } from "../searching/searches.service.ts";
import { filterSources, listPassages, listSources } from "./sources.queries.ts";
import { renderSource } from "./sources.render.ts";
import {
  CreateKnowledgeSource,
  KnowledgeSource,
  KnowledgeSourceList,
  KnowledgeSourcePassageList,
  ListKnowledgeSourcesQuery,
  ListPassagesQuery,
  UpdateKnowledgeSource,
} from "./sources.schema.ts";
import type { SourcesService } from "./sources.service.ts";

const tag = "Knowledge";

export function sourceRoutes(service: SourcesService, searches: SearchesService, pager: Pager): AnyRoute[] {
  const exists = (ctx: TxContext, params: { id: string }) => service.exists(ctx.tx, params.id);
  return [
    readRoute({
      method: "GET",
      path: "/knowledge/sources",
      operationId: "listKnowledgeSources",
      tag,
      summary: "List or search knowledge sources",
      description: "Newest first. With q: active sources that match, best first, with score and snippet, at most 200.",
      scope: "knowledge:read",
      query: ListKnowledgeSourcesQuery,
      response: KnowledgeSourceList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, q, record, ...filters } }) {
        const { kind, status, language } = filters;
        const filter = { kind, status, language, categoryId: await categoryId(ctx.tx, filters.categoryId) };
        return pageOf(ctx, pager, {
          filters: { list: "knowledge_sources", q, ...filters },
          limit,
          cursor,
          q,
          rank: (first) => searches.rank(ctx, { q: q ?? "", kind: "source", language, record: record && first }),
          byIds: (ids) => filterSources(ctx.tx, ids, filter),
          list: (after, count) => listSources(ctx.tx, filter, after, count),
          render: renderSource,
        });
      },
    }),
    writeRoute({
      method: "POST",
      path: "/knowledge/sources",
      operationId: "createKnowledgeSource",
      tag,
      summary: "Add a text, a web page or a file as a knowledge source",
      description: "It is read in the background: see status for its progress and error for the reason of a failure.",
      scope: "knowledge:write",
      body: CreateKnowledgeSource,
      response: KnowledgeSource,
      errors: ["entitlement_exceeded"],
      example: {
        body: {
          name: "Terms of delivery",
          kind: "url",
          url: "https://example.com/delivery",
          language: "en",
          refreshEveryHours: 24,
          isActive: true,
        },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/knowledge/sources/:id",
      operationId: "getKnowledgeSource",
      tag,
      summary: "Get a knowledge source",
      scope: "knowledge:read",
      params: IdParams,
      response: KnowledgeSource,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    readRoute({
      method: "GET",
      path: "/knowledge/sources/:id/passages",
      operationId: "listKnowledgeSourcePassages",
      tag,
      summary: "List a source's passages in their order",
      description: "As they are found and passed to the chatbot. Empty until the source has been read.",
      scope: "knowledge:read",
      params: IdParams,
      query: ListPassagesQuery,
      response: KnowledgeSourcePassageList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor } }) {
        await service.exists(ctx.tx, params.id);
        const filters = { list: "passages", source: params.id };
        const after = pager.read(ctx.tenantId, filters, cursor);
        const rows = await listPassages(ctx.tx, parseWireId("kns", params.id) ?? "", after === null ? -1 : Number(after[0]), limit + 1);
        return pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          ({ position }) => [String(position)],
          (row) => row,
        );
      },
    }),
    writeRoute({
      method: "PATCH",
      path: "/knowledge/sources/:id",
      operationId: "updateKnowledgeSource",
      tag,
      summary: "Update a knowledge source",
      description:
        "Omitted fields keep their values. A new name, text, address, file or language is read again; isActive takes effect at once.",
      scope: "knowledge:write",
      params: IdParams,
      body: UpdateKnowledgeSource,
      response: KnowledgeSource,
      exists,
      example: { body: { name: "Delivery", isActive: false } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/knowledge/sources/:id",
      operationId: "deleteKnowledgeSource",
      tag,
      summary: "Delete a knowledge source",
      description: "Also deletes the extracted text, and its file if no message or other source uses it.",
      scope: "knowledge:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/knowledge/sources/:id/refresh",
      operationId: "refreshKnowledgeSource",
      tag,
      summary: "Re-read a knowledge source now",
      description: "The previous content stays searchable until then; unchanged content changes nothing.",
      scope: "knowledge:write",
      params: IdParams,
      response: KnowledgeSource,
      exists,
      handle: (ctx, { params }) => service.refresh(ctx, params.id),
    }),
  ];
}
