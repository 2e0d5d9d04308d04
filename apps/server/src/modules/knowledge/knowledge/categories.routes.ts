import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import {
  CreateKnowledgeCategory,
  DeleteKnowledgeCategoryQuery,
  KnowledgeCategory,
  KnowledgeCategoryList,
  ListKnowledgeCategoriesQuery,
  UpdateKnowledgeCategory,
} from "./categories.schema.ts";
import { type CategoriesService, renderCategory } from "./categories.service.ts";

const tag = "Knowledge";

export function categoryRoutes(service: CategoriesService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/knowledge/categories",
      operationId: "listKnowledgeCategories",
      tag,
      summary: "List knowledge categories",
      description: "Sorted by position.",
      scope: "knowledge:read",
      query: ListKnowledgeCategoriesQuery,
      response: KnowledgeCategoryList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, parentId } }) {
        const filters = { list: "knowledge_categories", parentId };
        const after = pager.read(ctx.tenantId, filters, cursor);
        const rows = await service.list(ctx.tx, parentId, after, limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [String(row.position), row.id], renderCategory);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/knowledge/categories",
      operationId: "createKnowledgeCategory",
      tag,
      summary: "Create a knowledge category",
      scope: "knowledge:write",
      body: CreateKnowledgeCategory,
      response: KnowledgeCategory,
      errors: ["entitlement_exceeded"],
      example: { body: { name: "Returns", description: "Sending things back, refunds", position: 10, parentId: null } },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/knowledge/categories/:id",
      operationId: "getKnowledgeCategory",
      tag,
      summary: "Get a knowledge category",
      scope: "knowledge:read",
      params: IdParams,
      response: KnowledgeCategory,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/knowledge/categories/:id",
      operationId: "updateKnowledgeCategory",
      tag,
      summary: "Update a knowledge category",
      description: "Omitted fields keep their values. 409 when the parent is the category itself or below it.",
      scope: "knowledge:write",
      params: IdParams,
      body: UpdateKnowledgeCategory,
      response: KnowledgeCategory,
      errors: ["conflict"],
      exists,
      example: { body: { name: "Returns and refunds", position: 20 } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/knowledge/categories/:id",
      operationId: "deleteKnowledgeCategory",
      tag,
      summary: "Delete a knowledge category",
      description: "409 while it contains sources, FAQs or categories, unless moveTo says where to move them.",
      scope: "knowledge:write",
      params: IdParams,
      query: DeleteKnowledgeCategoryQuery,
      response: Deleted,
      errors: ["conflict"],
      exists,
      handle: (ctx, { params, query }) => service.delete(ctx, params.id, query.moveTo),
    }),
  ];
}
