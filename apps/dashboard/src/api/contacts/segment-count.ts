import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AudienceRules } from "@parley/sdk";
import { api } from "../client.ts";
import { fresh } from "../live/live.ts";

/** The number of contacts that match rules, and some of them. The last number is shown while the next is counted. */
export function segmentCountQuery(rules: AudienceRules) {
  return queryOptions({
    queryKey: ["contacts", "count", rules] as const,
    queryFn: ({ client, signal }) => fresh(client, "contacts", null, () => api.segments.preview({ rules }, { signal })),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
