import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, batchedRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { listApiKeys } from "./api-keys.queries.ts";
import { ApiKey, ApiKeyList, CreateApiKey, CreatedApiKey, ListApiKeysQuery, UpdateApiKey } from "./api-keys.schema.ts";
import { type ApiKeysService, renderApiKey } from "./api-keys.service.ts";

const tag = "API keys";

export function apiKeyRoutes(service: ApiKeysService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/api-keys",
      operationId: "listApiKeys",
      tag,
      summary: "List API keys, including revoked ones",
      scope: "organization:read",
      query: ListApiKeysQuery,
      response: ApiKeyList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query }) {
        const filters = { list: "api-keys" };
        const rows = await listApiKeys(ctx.tx, pager.read(ctx.tenantId, filters, query.cursor), query.limit + 1);
        return pager.page(ctx.tenantId, filters, rows, query.limit, (row) => [row.position, row.id], renderApiKey);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/api-keys",
      operationId: "createApiKey",
      hasSecretResponse: true,
      tag,
      summary: "Create an API key; the key is shown only once",
      description:
        "A caller can grant only scopes it has. A key can create only keys with no higher rate limit and no later expiry than its own, and requests of those keys also count against its own rate limit. An organization has at most 100 active keys, unless configured otherwise. A session must belong to an owner or an admin who signed in directly, not through somebody else's login link. Only an owner can grant `admin:read` and `admin:write`. With these a key reaches its own organization under `/admin`; an agency's key also reaches its clients, within their grants. A platform organization's keys reach all organizations, so there only a platform administrator can grant them.",
      errors: ["conflict"],
      scope: "organization:write",
      body: CreateApiKey,
      response: CreatedApiKey,
      example: { body: { name: "Website", scopes: ["contacts:read", "contacts:write"] } },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/api-keys/:id",
      operationId: "getApiKey",
      tag,
      summary: "Get an API key",
      scope: "organization:read",
      params: IdParams,
      response: ApiKey,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/api-keys/:id",
      operationId: "updateApiKey",
      tag,
      summary: "Rename an API key",
      scope: "organization:write",
      params: IdParams,
      body: UpdateApiKey,
      response: ApiKey,
      exists,
      handle: (ctx, { params, body }) => service.rename(ctx, params.id, body),
    }),
    batchedRoute({
      method: "DELETE",
      path: "/api-keys/:id",
      operationId: "revokeApiKey",
      tag,
      summary: "Revoke an API key; it stays listed with revokedAt",
      scope: "organization:write",
      params: IdParams,
      response: Deleted,
      handle: (ctx, { params }, idempotency) => service.revoke(ctx, params.id, idempotency),
    }),
  ];
}
