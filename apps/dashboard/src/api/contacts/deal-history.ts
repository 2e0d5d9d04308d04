import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { fresh } from "../live/live.ts";

/** A deal is rarely moved more often. */
const newest = 20;

export function dealHistoryQuery(dealId: string) {
  return queryOptions({
    queryKey: ["deal-history", "detail", dealId] as const,
    queryFn: ({ client, signal }) =>
      fresh(client, "deal-history", dealId, async () => (await api.deals.history.list(dealId, { limit: newest }, { signal }).page()).data),
  });
}
