import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Contact, Conversation, MessageHit, Page, Ticket } from "@parley/sdk";
import { api } from "../client.ts";

/** Conversations and messages that contain a text. */
export function searchQuery(q: string) {
  return queryOptions({
    queryKey: ["search", "list", q] as const,
    queryFn: ({ signal }) => api.search.all({ q, limit: 5 }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    meta: { still: true },
  });
}

/** The result types of the kinds of search. A search over several kinds shows the first few of each; the rest is paged. */
export interface Finds {
  messages: MessageHit;
  conversations: Conversation;
  contacts: Contact;
  tickets: Ticket;
}

const pageSize = 30;

type Fetch<Item> = (query: { q: string; channelId?: string; limit: number; cursor?: string }, signal: AbortSignal) => Promise<Page<Item>>;

const fetches: { readonly [Kind in keyof Finds]: Fetch<Finds[Kind]> } = {
  messages: (query, signal) => api.search.messages(query, { signal }).page(),
  conversations: ({ channelId: _, ...query }, signal) => api.search.conversations(query, { signal }).page(),
  contacts: ({ channelId: _, ...query }, signal) => api.search.contacts(query, { signal }).page(),
  tickets: ({ channelId: _, ...query }, signal) => api.tickets.list(query, { signal }).page(),
};

/** All results of one kind for a text, in pages. `few`: only the first few. */
export function foundQuery<Kind extends keyof Finds>(
  kind: Kind,
  q: string,
  { channelId, few }: { channelId?: string | undefined; few?: number } = {},
) {
  return infiniteQueryOptions({
    queryKey: ["search", "list", kind, q, channelId ?? null, few ?? null] as const,
    queryFn: ({ signal, pageParam }) =>
      fetches[kind](
        {
          ...{ q, limit: few ?? pageSize },
          ...(channelId === undefined ? {} : { channelId }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => pageInfo.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    meta: { still: true },
  });
}
