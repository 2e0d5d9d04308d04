/** Conversations for components: lists, one conversation, and its actions. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
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
import { type ChangeResult, changeConversations, type ConversationPatch } from "../mutations.ts";

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
  return useQuery({ ...conversationQuery(id), placeholderData: () => cachedConversation(client, id), throwOnError: isPage });
}

export function useCounts(filters?: Parameters<typeof countsQuery>[0]) {
  return useQuery({ ...countsQuery(filters), placeholderData: keepPreviousData, throwOnError: false });
}

/**
 * `change(ids, { status: "resolved" })` shows it at once; the result has `undo` for the toast. A refusal becomes a
 * notice.
 */
export function useConversationActions() {
  const client = useQueryClient();
  return useMemo(
    () => ({
      change: (ids: string | readonly string[], patch: ConversationPatch): Promise<ChangeResult> =>
        changeConversations(client, typeof ids === "string" ? [ids] : ids, patch),
      async markRead(id: string): Promise<void> {
        if ((cachedConversation(client, id)?.unreadCount ?? 0) > 0) await changeConversations(client, [id], { read: true }, true);
      },
    }),
    [client],
  );
}
