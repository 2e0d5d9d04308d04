/** Broadcasts. Progress has no events, so it is polled while it is shown. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Broadcast, BroadcastRecipient, PreviewBroadcast } from "@parley/sdk";
import { api } from "../client.ts";
import { fresh } from "../live/live.ts";

const sendingMs = 2_000;
/** Statuses and replies still arrive after everything was sent. */
const settlingMs = 15_000;

/** How often a broadcast's numbers are refreshed while they are shown. */
export function refetchMs(status: Broadcast["status"] | undefined): number | false {
  if (status === undefined || status === "draft") return false;
  return status === "sending" || status === "scheduled" ? sendingMs : settlingMs;
}

export function broadcastStatsQuery(id: string) {
  return queryOptions({
    queryKey: ["broadcast-stats", "detail", id] as const,
    queryFn: ({ client, signal }) => fresh(client, "broadcast-stats", id, () => api.broadcasts.stats(id, { signal })),
    refetchInterval: ({ state }) => refetchMs(state.data?.status),
  });
}

export function recipientsQuery(id: string, status: BroadcastRecipient["status"] | undefined) {
  return infiniteQueryOptions({
    queryKey: ["broadcast-stats", "recipients", id, status] as const,
    queryFn: ({ pageParam, signal }) =>
      api.broadcasts.recipients.list(id, { ...(status === undefined ? {} : { status }), limit: 50, cursor: pageParam }, { signal }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => pageInfo.nextCursor ?? undefined,
    // Statuses arrive without an event of the broadcast.
    refetchInterval: settlingMs,
  });
}

/**
 * How many people an audience reaches, who is left out, and how long sending takes. The last numbers are shown while the next are counted.
 */
export function broadcastPreviewQuery(body: PreviewBroadcast) {
  return queryOptions({
    queryKey: ["contacts", "broadcast-preview", body] as const,
    queryFn: ({ client, signal }) => fresh(client, "contacts", null, () => api.broadcasts.preview(body, { signal })),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
