/** The user's organization: its name and its settings. It has no events. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { UpdateOrganization } from "@parley/sdk";
import { agentSettingsQuery } from "./agent-settings.ts";
import { api } from "../client.ts";
import { meQuery } from "../session.ts";

export function organizationQuery() {
  return queryOptions({ queryKey: ["organization", "detail"] as const, queryFn: ({ signal }) => api.organization.get({ signal }) });
}

export async function saveOrganization(client: QueryClient, change: UpdateOrganization): Promise<void> {
  client.setQueryData(organizationQuery().queryKey, await api.organization.update(change));
  // The rail shows its name, and the agent settings include one of its settings.
  await Promise.all([meQuery, agentSettingsQuery()].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
}
