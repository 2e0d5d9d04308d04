import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ChannelCalling, UpdateChannelCalling } from "@parley/sdk";
import { api } from "../client.ts";

/** Who answers a channel's calls, and its settings: the server queries the platform. */
export function channelCallingQuery(channelId: string) {
  return queryOptions({
    queryKey: ["channel-calling", "detail", channelId] as const,
    queryFn: ({ signal }): Promise<ChannelCalling> => api.channels.calling.get(channelId, { signal }),
    staleTime: 30_000,
    throwOnError: false,
    meta: { still: true },
  });
}

export async function changeChannelCalling(client: QueryClient, channelId: string, patch: UpdateChannelCalling): Promise<void> {
  const changed = await api.channels.calling.update(channelId, patch);
  client.setQueryData(channelCallingQuery(channelId).queryKey, changed);
}
