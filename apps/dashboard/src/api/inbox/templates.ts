import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { fresh } from "../live/live.ts";

/** The templates of a channel, at most a hundred: as many as a person can choose from. */
export function templatesQuery(channelId: string) {
  return queryOptions({
    queryKey: ["templates", "list", channelId] as const,
    queryFn: ({ client, signal }) =>
      fresh(client, "templates", null, () => api.channels.templates.list(channelId, { limit: 100 }, { signal }).page()),
  });
}
