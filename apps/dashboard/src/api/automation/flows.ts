/** Flows, their versions, runs and secrets. Flows have no events: whatever changes by itself is polled. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Flow, FlowRun, FlowRunCounts, FlowSecret, FlowsListQuery, UpdateFlow, UpdateFlowSecret } from "@parley/sdk";
import { api } from "../client.ts";
import { fetchAll } from "../live/list.ts";
import { defineResource, whole } from "../resource.ts";

const listMs = 15_000;
const movingMs = 3_000;

export const flows = defineResource<Flow, FlowsListQuery, UpdateFlow>("flows", () => api.flows, {
  shownIn: ["flow-versions", "flow-counts", "flow-names"],
});
export const flowSecrets = defineResource<FlowSecret, object, UpdateFlowSecret>("flow-secrets", () => api.flowSecrets, whole);

/** All of them, for choosing one. */
export const flowNamesQuery = () =>
  queryOptions({
    queryKey: ["flow-names", "list"] as const,
    queryFn: async ({ signal }) => ({ items: (await fetchAll(api.flows.list({ limit: 100 }, { signal }))).data }),
    staleTime: 60_000,
  });

export function runCountsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["flow-counts", "list", ids] as const,
    queryFn: ({ signal }): Promise<FlowRunCounts> => api.flows.runCounts({ ids: ids.join(",") }, { signal }),
    enabled: ids.length > 0,
    refetchInterval: listMs,
  });
}

/** How many runs reached each step of a version. */
export function stepCountsQuery(id: string, version: number) {
  return queryOptions({
    queryKey: ["flow-counts", "steps", id, version] as const,
    queryFn: ({ signal }) => api.flows.stepCounts(id, { version }, { signal }),
    refetchInterval: listMs,
  });
}

export function versionsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ["flow-versions", "list", id] as const,
    queryFn: ({ pageParam, signal }) => api.flows.versions.list(id, { limit: 30, cursor: pageParam }, { signal }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => pageInfo.nextCursor ?? undefined,
  });
}

/** It never changes. */
export function versionQuery(id: string, version: number) {
  return queryOptions({
    queryKey: ["flow-versions", "detail", id, version] as const,
    queryFn: ({ signal }) => api.flows.versions.get(id, String(version), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface RunFilters {
  status?: FlowRun["status"] | undefined;
  contactId?: string | undefined;
}

export function runsQuery(id: string, filters: RunFilters) {
  return infiniteQueryOptions({
    queryKey: ["flow-runs", "list", id, filters] as const,
    queryFn: ({ pageParam, signal }) => api.flows.runs.list(id, { ...filters, limit: 20, cursor: pageParam }, { signal }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => pageInfo.nextCursor ?? undefined,
    refetchInterval: listMs,
  });
}

export function runQuery(id: string) {
  return queryOptions({
    queryKey: ["flow-runs", "detail", id] as const,
    queryFn: ({ signal }) => api.flowRuns.get(id, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.endedAt == null ? movingMs : false),
  });
}

/** To be called after any change of a flow. */
export async function flowChanged(client: QueryClient, flow: Flow): Promise<void> {
  client.setQueryData(flows.detailQuery(flow.id).queryKey, flow);
  flows.invalidate(client, flow.id);
  await client.invalidateQueries({ queryKey: ["flow-versions", "list", flow.id] });
}

export const runsChanged = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ["flow-runs"] });
