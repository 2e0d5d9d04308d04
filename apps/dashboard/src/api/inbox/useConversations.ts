/** Conversations for components: lists, one conversation, and counts. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { Conversation } from "@parley/sdk";
import {
  cachedConversation,
  type ConversationFilters,
  conversationListQuery,
  conversationQuery,
  loadMoreConversations,
} from "./conversations.ts";
import { countsQuery } from "../counts.ts";
import { isPage } from "../query.ts";

const none: Conversation[] = [];

/** The loaded part of a list. `isPending`: for the first time. */
export function useConversationList(filters: ConversationFilters) {
  const client = useQueryClient();
  const query = useQuery({ ...conversationListQuery(filters), throwOnError: isPage });
  const loadMore = useCallback(() => loadMoreConversations(client, filters), [client, filters]);
  return {
    conversations: query.data?.items ?? none,
    hasMore: query.data !== undefined && query.data.next !== null,
    loadMore,
    ...{ isPending: query.isPending, error: query.error, refetch: query.refetch },
  };
}

/** One conversation; until it is loaded, as its list shows it. */
export function useConversation(id: string) {
  const client = useQueryClient();
  // Kept when the list loses the record before the details are loaded: otherwise the thread would vanish, the focus with it, and what is
  // typed next would run shortcuts.
  const last = useRef<Conversation | undefined>(undefined);
  const placeholderData = () => {
    const cached = cachedConversation(client, id);
    if (cached !== undefined || last.current?.id !== id) last.current = cached;
    return last.current;
  };
  return useQuery({ ...conversationQuery(id), placeholderData, throwOnError: isPage });
}

export function useCounts(filters?: Parameters<typeof countsQuery>[0]) {
  return useQuery({ ...countsQuery(filters), placeholderData: keepPreviousData, throwOnError: false });
}
