import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

/** Conversations and messages that a text is found in. */
export function searchQuery(q: string) {
  return queryOptions({
    queryKey: ["search", "list", q] as const,
    queryFn: ({ signal }) => api.search.all({ q, limit: 5 }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    meta: { still: true },
  });
}
