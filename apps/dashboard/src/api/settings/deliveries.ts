import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Delivery, TestWebhookFilter } from "@parley/sdk";
import { api } from "../client.ts";

/** What was sent to a webhook, newest first. */
export function deliveriesQuery(webhookId: string, state?: Delivery["state"]) {
  return infiniteQueryOptions({
    queryKey: ["deliveries", "list", webhookId, state] as const,
    queryFn: ({ pageParam, signal }) =>
      api.webhooks.deliveries
        .list(webhookId, { ...(state === undefined ? {} : { state }), limit: 50, cursor: pageParam }, { signal })
        .page(),
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

/** A replay's progress, polled until it ends. */
export function replayQuery(webhookId: string, replayId: string) {
  return queryOptions({
    queryKey: ["replays", "detail", webhookId, replayId] as const,
    queryFn: ({ signal }) => api.webhooks.replays.get(webhookId, replayId, { signal }),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === "running" ? 1_000 : false),
    staleTime: 0,
  });
}

/** What a webhook would do with an event, with a filter other than the saved one. */
export function filterTestQuery(webhookId: string, body: TestWebhookFilter) {
  return queryOptions({
    queryKey: ["webhook-filter-tests", "detail", webhookId, body] as const,
    queryFn: ({ signal }) => api.webhooks.testFilter(webhookId, body, { signal }),
    placeholderData: keepPreviousData,
    throwOnError: false,
    meta: { still: true },
  });
}
