/** Customers' answers to the survey. */
import { queryOptions } from "@tanstack/react-query";
import type { Conversation, CsatResponse, CsatResponsesListQuery } from "@parley/sdk";
import { api } from "../client.ts";
import { serverNow } from "../clock.ts";

export const scoreDays = 30;
const dayMs = 86_400_000;
const newestMax = 10;

export function csatSummaryQuery() {
  return queryOptions({
    queryKey: ["csat", "detail"] as const,
    queryFn: ({ signal }) => api.csat.summary({ since: new Date(serverNow() - scoreDays * dayMs).toISOString() }, { signal }),
    staleTime: 0,
  });
}

export interface RatedConversation {
  response: CsatResponse;
  /** Undefined: deleted, or not visible to this person. */
  conversation: Conversation | undefined;
}

/** The newest ratings, with their conversations. */
export function csatResponsesQuery(filters: CsatResponsesListQuery = {}) {
  return queryOptions({
    queryKey: ["csat", "list", filters] as const,
    async queryFn({ signal }): Promise<RatedConversation[]> {
      const { data } = await api.csat.responses.list({ ...filters, limit: newestMax }, { signal }).page();
      const ids = [...new Set(data.map(({ conversationId }) => conversationId))];
      if (ids.length === 0) return [];
      const { data: found } = await api.conversations.list({ ids: ids.join(","), limit: ids.length }, { signal }).page();
      return data.map((response) => ({ response, conversation: found.find(({ id }) => id === response.conversationId) }));
    },
    staleTime: 0,
  });
}
