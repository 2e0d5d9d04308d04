import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";

/** The organization's audit log, newest first. */
export function auditLogQuery() {
  return infiniteQueryOptions({
    queryKey: ["audit-log", "list"] as const,
    queryFn: ({ pageParam, signal }) => api.auditLog.list({ limit: 50, cursor: pageParam }, { signal }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => pageInfo.nextCursor ?? undefined,
    staleTime: 0,
  });
}
