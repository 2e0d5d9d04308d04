/** An organization's retention, exports and erasures. They have no events: running requests are polled until they are done. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { UpdateRetention } from "@parley/sdk";
import { api } from "../client.ts";

const pollMs = 2_000;
const runs = ({ status }: { status: string }) => status === "queued" || status === "running";
const newest = { limit: 20 };

export function retentionQuery() {
  return queryOptions({ queryKey: ["retention", "detail"] as const, queryFn: ({ signal }) => api.organization.retention.get({ signal }) });
}

export async function saveRetention(client: QueryClient, change: UpdateRetention): Promise<void> {
  client.setQueryData(retentionQuery().queryKey, await api.organization.retention.update(change));
}

/** Exports and erasures of contacts, newest first. */
export function privacyRequestsQuery() {
  return queryOptions({
    queryKey: ["privacy-requests", "list"] as const,
    queryFn: ({ signal }) => api.privacy.requests.list(newest, { signal }).page(),
    refetchInterval: ({ state }) => (state.data?.data.some(runs) === true ? pollMs : false),
    staleTime: 0,
  });
}

export function organizationExportsQuery() {
  return queryOptions({
    queryKey: ["organization-exports", "list"] as const,
    queryFn: ({ signal }) => api.organization.exports.list(newest, { signal }).page(),
    refetchInterval: ({ state }) => (state.data?.data.some(runs) === true ? pollMs : false),
    staleTime: 0,
  });
}

export function organizationErasureQuery() {
  return queryOptions({
    queryKey: ["organization-erasure", "detail"] as const,
    queryFn: ({ signal }) => api.organization.erasure({ signal }),
    staleTime: 0,
  });
}
