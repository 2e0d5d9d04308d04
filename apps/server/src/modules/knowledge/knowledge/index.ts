import { createKnowledgeQueue } from "./knowledge.queue.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { categoryRoutes } from "./categories.routes.ts";
import { createCategoriesService } from "./categories.service.ts";
import { faqRoutes } from "./faqs.routes.ts";
import { createFaqsService } from "./faqs.service.ts";
import { createIngesting, type IngestingDeps } from "./sources/ingesting.ts";
import { createKnowledgeMaintenance } from "./knowledge.maintenance.ts";
import { type Bounds, bounds as usualBounds } from "./knowledge.settings.ts";
import { categoriesSnapshot, faqsSnapshot } from "./knowledge.snapshot.ts";
import { sourceEnding } from "./grant-ending.ts";
import { searchRoutes } from "./searching/search.routes.ts";
import { createSearchesService, type SearchesDeps } from "./searching/searches.service.ts";
import { sourceRoutes } from "./sources/sources.routes.ts";
import { createSourcesService, type SourcesDeps } from "./sources/sources.service.ts";

export { answeredScoreMin, type KnowledgeFinding, type KnowledgeSearch, searchKnowledge } from "./searching/search.ts";
export type { CategoriesService } from "./categories.service.ts";
export { type CreateFaq, type Faq, faqStates, languagePattern } from "./faqs.schema.ts";
export { faqsByQuestion, listFaqs } from "./faqs.queries.ts";
export { type FaqsService, renderFaq } from "./faqs.service.ts";
export { categoriesByPath, categoryPaths } from "./knowledge.snapshot.ts";
export { hashOfQuestion, recordSearch } from "./searching/searches.service.ts";

/** A tenant's knowledge: sources, FAQs, categories, the search over them, and unanswered questions. */
export function createKnowledgeModule(
  moduleDeps: Omit<IngestingDeps, "bounds"> & Omit<SourcesDeps, "bounds"> & SearchesDeps & { pager: Pager; bounds?: Bounds },
) {
  const deps = { ...moduleDeps, bounds: moduleDeps.bounds ?? usualBounds };
  const searches = createSearchesService(deps);
  const sources = createSourcesService(deps);
  const faqs = createFaqsService(deps);
  const categories = createCategoriesService(deps);
  const ingesting = createIngesting(deps);
  const maintenance = createKnowledgeMaintenance(deps);
  return {
    faqs,
    categories,
    routes: [
      ...sourceRoutes(sources, searches, deps.pager),
      ...faqRoutes(faqs, searches, deps.pager),
      ...categoryRoutes(categories, deps.pager),
      ...searchRoutes(searches, deps.pager),
    ],
    loops: ingesting.loops,
    jobs: maintenance.jobs,
    endings: [sourceEnding(deps)],
    queues: [createKnowledgeQueue(deps.database)],
    idle: ingesting.idle,
    snapshot: [categoriesSnapshot(categories, deps.bounds), faqsSnapshot(faqs)],
    maintenance,
  };
}
