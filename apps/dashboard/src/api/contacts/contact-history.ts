import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { fresh } from "../live/live.ts";

/** What happened to a contact, newest first. */
export function contactTimelineQuery(contactId: string) {
  return infiniteQueryOptions({
    queryKey: ["contact-timeline", "detail", contactId] as const,
    queryFn: ({ pageParam, signal }) => api.contacts.timeline.list(contactId, { limit: 50, cursor: pageParam }, { signal }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => pageInfo.nextCursor ?? undefined,
  });
}

export function mergeSuggestionsQuery(contactId: string) {
  return queryOptions({
    queryKey: ["contact-merge-suggestions", "detail", contactId] as const,
    queryFn: ({ client, signal }) =>
      fresh(client, "contact-merge-suggestions", contactId, () =>
        api.contacts.mergeSuggestions.list(contactId, { limit: 5 }, { signal }).page(),
      ),
  });
}

export function contactMergesQuery(contactId: string) {
  return queryOptions({
    queryKey: ["contact-merges", "detail", contactId] as const,
    queryFn: ({ client, signal }) =>
      fresh(client, "contact-merges", contactId, () => api.contacts.merges.list(contactId, { limit: 20 }, { signal }).page()),
  });
}
