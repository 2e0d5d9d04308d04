/** The sources, FAQs and categories that the chatbot and the team search. Knowledge has no events, so whatever is shown is polled. */
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type {
  Faq,
  KnowledgeCategory,
  KnowledgeFaqsListQuery,
  KnowledgeSource,
  KnowledgeSourcesListQuery,
  KnowledgeUnansweredListQuery,
  UnansweredQuestion,
  UpdateFaq,
  UpdateKnowledgeCategory,
  UpdateKnowledgeSource,
} from "@parley/sdk";
import { api } from "../client.ts";
import type { ListData } from "../live/list.ts";
import { defineResource, whole } from "../resource.ts";

/** A source in a list comes without its text. */
export type Source = Omit<KnowledgeSource, "text">;

const busyMs = 1_000;
const idleMs = 60_000;
const shownIn = ["knowledge-stats", "knowledge-search", "knowledge-categories"];

export const isBeingRead = ({ status }: Pick<Source, "status">): boolean => status === "pending" || status === "processing";

// A search by the team says nothing about what customers ask.
const record = false;

export const sources = defineResource<Source, KnowledgeSourcesListQuery, UpdateKnowledgeSource>(
  "knowledge-sources",
  () => ({ ...api.knowledge.sources, list: (query, options) => api.knowledge.sources.list({ ...query, record }, options) }),
  { shownIn },
);
export const faqs = defineResource<Faq, KnowledgeFaqsListQuery, UpdateFaq>(
  "knowledge-faqs",
  () => ({ ...api.knowledge.faqs, list: (query, options) => api.knowledge.faqs.list({ ...query, record }, options) }),
  { shownIn },
);
export const categories = defineResource<KnowledgeCategory, object, UpdateKnowledgeCategory>(
  "knowledge-categories",
  () => ({
    list: api.knowledge.categories.list,
    get: api.knowledge.categories.get,
    update: api.knowledge.categories.update,
  }),
  { ...whole, shownIn: ["knowledge-sources", "knowledge-faqs"] },
);
export const unanswered = defineResource<UnansweredQuestion, KnowledgeUnansweredListQuery>(
  "knowledge-unanswered",
  () => ({ list: api.knowledge.unanswered.list }),
  { shownIn: ["knowledge-stats"] },
);

/** Polled each second while one of them is being processed. */
export const sourcesQuery = (filters: KnowledgeSourcesListQuery) => ({
  ...sources.listQuery(filters),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: ListData<Source> | undefined } }) =>
    state.data?.items.some(isBeingRead) === true ? busyMs : idleMs,
});

/** One source with its text. */
export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: ["knowledge-sources", "whole", id] as const,
    queryFn: ({ signal }) => api.knowledge.sources.get(id, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data !== undefined && isBeingRead(state.data) ? busyMs : idleMs),
  });

export const faqsQuery = (filters: KnowledgeFaqsListQuery) => ({
  ...faqs.listQuery(filters),
  staleTime: 0,
  refetchInterval: idleMs,
});
export const categoriesQuery = () => ({ ...categories.listQuery(), staleTime: 0, throwOnError: false as const });
export const unansweredQuery = (filters: KnowledgeUnansweredListQuery) => ({
  ...unanswered.listQuery(filters),
  staleTime: 0,
  refetchInterval: idleMs,
});

/** The number of each kind. */
export const knowledgeStatsQuery = queryOptions({
  queryKey: ["knowledge-stats", "detail"] as const,
  queryFn: ({ signal }) => api.knowledge.stats({ signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => {
    const waiting = state.data?.sources;
    return waiting !== undefined && waiting.pending + waiting.processing > 0 ? busyMs : idleMs;
  },
});

/** The number of days over which citations are counted. */
export const citedDays = 30;

/** How many recent answers cited each source and FAQ, by its id. */
export const citationsQuery = queryOptions({
  queryKey: ["knowledge-citations", "detail"] as const,
  queryFn: async ({ signal }) => {
    const { data } = await api.knowledge.citations({ days: citedDays }, { signal });
    return new Map(data.map(({ sourceId, faqId, answers }) => [faqId ?? sourceId ?? "", answers]));
  },
  staleTime: 0,
  refetchInterval: idleMs,
  throwOnError: false,
});

/** A source's passages, in order. */
export const passagesQuery = (sourceId: string) =>
  infiniteQueryOptions({
    queryKey: ["knowledge-sources", "passages", sourceId] as const,
    queryFn: ({ pageParam, signal }) => api.knowledge.sources.passages.list(sourceId, { limit: 25, cursor: pageParam }, { signal }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => pageInfo.nextCursor ?? undefined,
    staleTime: 0,
  });

/** What the chatbot would find for a question. */
export const knowledgeSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ["knowledge-search", "list", q] as const,
    queryFn: ({ signal }) => api.knowledge.search({ q, limit: 5, record }, { signal }).page(),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** After somebody has written the answer, removes the question from the list. */
export async function dismissQuestion(client: QueryClient, id: string): Promise<void> {
  try {
    await api.knowledge.unanswered.dismiss(id);
  } finally {
    unanswered.invalidate(client);
  }
}
