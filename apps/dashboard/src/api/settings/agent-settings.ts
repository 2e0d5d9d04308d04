import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { UpdateAgentSettings } from "@parley/sdk";
import { api } from "../client.ts";
import { fresh } from "../live/live.ts";

/** How conversations are assigned, made visible and resolved. */
export function agentSettingsQuery() {
  return queryOptions({
    queryKey: ["agent-settings", "detail"] as const,
    queryFn: ({ client, signal }) => fresh(client, "agent-settings", null, () => api.agentSettings.get({}, { signal })),
  });
}

export async function saveAgentSettings(client: QueryClient, change: UpdateAgentSettings): Promise<void> {
  client.setQueryData(agentSettingsQuery().queryKey, await api.agentSettings.update(change));
}
