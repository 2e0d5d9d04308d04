/** The number of conversations in each tab of the inbox. */
import { queryOptions } from "@tanstack/react-query";
import type { ConversationsCountsQuery } from "@parley/sdk";
import { api } from "./client.ts";
import { fresh, registerRefresher } from "./live/live.ts";

export function countsQuery(filters: ConversationsCountsQuery = { status: "open" }) {
  return queryOptions({
    queryKey: ["counts", "list", filters] as const,
    queryFn: ({ client, signal }) => fresh(client, "counts", null, () => api.conversations.counts(filters, { signal })),
    // Windows close without an event.
    refetchInterval: 60_000,
  });
}

/** The saved views with the number of conversations in each, which change together with the other counts. */
export function viewCountsQuery() {
  return queryOptions({
    queryKey: ["counts", "list", "views"] as const,
    queryFn: async ({ client, signal }) => {
      const { data } = await fresh(client, "counts", null, () => api.views.list({ include: "counts", limit: 100 }, { signal }).page());
      return new Map(data.map(({ id, counts }) => [id, counts]));
    },
    refetchInterval: 60_000,
  });
}

registerRefresher("counts", {
  // Counting reads thousands of rows.
  intervalMs: 500,
  run: (client) => client.invalidateQueries({ queryKey: ["counts"] }, { throwOnError: false }),
});
