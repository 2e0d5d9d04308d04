import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

/** What each kind of channel asks for. Data of the server: a new kind needs no new screen. */
export function channelKindsQuery() {
  return queryOptions({
    queryKey: ["channel-kinds", "list"] as const,
    queryFn: ({ signal }) => api.channels.kinds.list({ signal }).page(),
    meta: { still: true },
  });
}

/** A look at a channel now: the server asks the platform. */
export function channelHealthQuery(channelId: string) {
  return queryOptions({
    queryKey: ["channel-health", "detail", channelId] as const,
    queryFn: ({ signal }) => api.channels.health(channelId, { signal }),
    staleTime: 30_000,
    meta: { still: true },
  });
}
