import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { RequestLogsListQuery } from "@parley/sdk";
import { api } from "../client.ts";

/** Requests have no events: each would be one more. */
const refetchMs = 5_000;

/** Requests made with API keys, newest first. */
export function requestLogsQuery(filters: Omit<RequestLogsListQuery, "limit" | "cursor">) {
  return infiniteQueryOptions({
    queryKey: ["request-logs", "list", filters] as const,
    queryFn: ({ pageParam, signal }) => api.requestLogs.list({ ...filters, limit: 50, cursor: pageParam }, { signal }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => pageInfo.nextCursor ?? undefined,
    refetchInterval: refetchMs,
    staleTime: 0,
  });
}

/** One of them with its bodies; it never changes. */
export function requestLogQuery(id: string) {
  return queryOptions({
    queryKey: ["request-logs", "detail", id] as const,
    queryFn: ({ signal }) => api.requestLogs.get(id, { signal }),
    meta: { still: true },
  });
}
