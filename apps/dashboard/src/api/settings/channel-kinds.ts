import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { channelCallingQuery } from "./channel-calling.ts";

/** The settings that each kind of channel needs. They come from the server: a new kind needs no new screen. */
export function channelKindsQuery() {
  return queryOptions({
    queryKey: ["channel-kinds", "list"] as const,
    queryFn: ({ signal }) => api.channels.kinds.list({ signal }).page(),
    meta: { still: true },
  });
}

/** A channel's current health: the server queries the platform. */
export function channelHealthQuery(channelId: string) {
  return queryOptions({
    queryKey: ["channel-health", "detail", channelId] as const,
    queryFn: ({ signal }) => api.channels.health(channelId, { signal }),
    staleTime: 30_000,
    meta: { still: true },
  });
}

/** Asks the platform again: after a change of what its answers depend on. */
export function recheckChannel(client: QueryClient, channelId: string): void {
  for (const { queryKey } of [channelHealthQuery(channelId), channelCallingQuery(channelId)])
    void client.invalidateQueries({ queryKey }, { throwOnError: false });
}
