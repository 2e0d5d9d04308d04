import type { Pager } from "#platform/pagination/page.ts";
import { apiKeyRoutes } from "./api-keys.routes.ts";
import { type ApiKeysDeps, createApiKeysService } from "./api-keys.service.ts";

export type { ApiKeysService } from "./api-keys.service.ts";

export function createApiKeysModule(deps: ApiKeysDeps & { pager: Pager }) {
  const service = createApiKeysService(deps);
  return { service, routes: apiKeyRoutes(service, deps.pager) };
}
