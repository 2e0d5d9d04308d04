import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";

/** What was sent to a webhook, newest first. */
export function deliveriesQuery(webhookId: string) {
  return infiniteQueryOptions({
    queryKey: ["deliveries", "list", webhookId] as const,
    queryFn: ({ pageParam, signal }) => api.webhooks.deliveries.list(webhookId, { limit: 50, cursor: pageParam }, { signal }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => pageInfo.nextCursor ?? undefined,
    // Deliveries have no events, because an event would be delivered itself.
    refetchInterval: 5_000,
    staleTime: 0,
  });
}

/** One delivery with its event and every attempt. */
export function deliveryQuery(webhookId: string, deliveryId: string) {
  return queryOptions({
    queryKey: ["deliveries", "detail", webhookId, deliveryId] as const,
    queryFn: ({ signal }) => api.webhooks.deliveries.get(webhookId, deliveryId, { signal }),
    refetchInterval: 5_000,
    staleTime: 0,
  });
}
