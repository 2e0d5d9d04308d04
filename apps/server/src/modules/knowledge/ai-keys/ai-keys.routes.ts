import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { AiKey, AiKeyList, AiKeyTest, CreateAiKey, ListAiKeysQuery, UpdateAiKey } from "./ai-keys.schema.ts";
import type { AiKeysService } from "./ai-keys.service.ts";

const tag = "AI keys";

export function aiKeyRoutes(service: AiKeysService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.find(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/ai/keys",
      operationId: "listAiKeys",
      tag,
      summary: "List AI provider keys",
      description: "In the order in which they are tried.",
      scope: "ai:read",
      query: ListAiKeysQuery,
      response: AiKeyList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, provider } }) {
        const filters = { list: "ai keys", provider };
        const rows = await service.list(ctx.tx, provider, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        const page = pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => [String(row.priority), row.id],
          (row) => row,
        );
        return { data: await service.renderAll(ctx.tx, ctx.now, page.data), pageInfo: page.pageInfo };
      },
    }),
    writeRoute({
      method: "POST",
      path: "/ai/keys",
      operationId: "createAiKey",
      tag,
      summary: "Add an AI provider key",
      description:
        "Encrypted, and never shown again. At most 20 per organization. Default name: Default; without a priority the key is tried last.",
      scope: "ai:write",
      body: CreateAiKey,
      response: AiKey,
      errors: ["already_exists", "conflict"],
      example: { body: { provider: "openai", name: "Support", apiKey: "sk-your-key", models: ["gpt-5-mini", "gpt-5"], priority: 1 } },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/ai/keys/:id",
      operationId: "getAiKey",
      tag,
      summary: "Get an AI provider key, without its value",
      scope: "ai:read",
      params: IdParams,
      response: AiKey,
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/ai/keys/:id",
      operationId: "updateAiKey",
      tag,
      summary: "Update an AI provider key",
      description: "A new key, address or first model resets its status to installed, as untested.",
      scope: "ai:write",
      params: IdParams,
      body: UpdateAiKey,
      response: AiKey,
      errors: ["already_exists"],
      rules: "A new address needs the key again: the stored key is not sent to it.",
      exists,
      example: { body: { priority: 1, isActive: true } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/ai/keys/:id",
      operationId: "deleteAiKey",
      tag,
      summary: "Delete an AI provider key",
      scope: "ai:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/ai/keys/:id/test",
      operationId: "testAiKey",
      tag,
      summary: "Test an AI provider key: list its models, then run a tiny generation with the first one",
      description: "Takes ten seconds at most. The provider charges for a few tokens; nothing is charged here.",
      scope: "ai:write",
      params: IdParams,
      response: AiKeyTest,
      exists,
      prepare: (ctx, { params }) => service.test(ctx, params.id),
      handle: (ctx, _, tested) => service.recordTest(ctx, tested),
    }),
  ];
}
