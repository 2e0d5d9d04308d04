import type { Pager } from "#platform/pagination/page.ts";
import { createIndexingLoop, type IndexingDeps } from "./indexing.ts";
import { searchRoutes } from "./search.routes.ts";
import { createSearchService, type SearchDeps } from "./search.service.ts";

export { refreshSearch } from "./indexing.ts";

export function createSearchModule(deps: SearchDeps & IndexingDeps & { pager: Pager }) {
  const service = createSearchService(deps);
  return { service, routes: searchRoutes(service, deps.pager), loops: [createIndexingLoop(deps)] };
}
