/** Lists of records that no event follows record by record: whole pages, fetched again when they are shown. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import type { List, RequestOptions } from "@parley/sdk";

const pageSize = 50;
/** Longer lists than this are fetched again only when they are opened. */
const polledPagesMax = 2;

type Fetch<Item> = (page: { limit: number; cursor: string | undefined }, options: RequestOptions) => List<Item>;

/** `pollMs`: how often it is fetched again while it is shown; absent: only by an event, or by an action. */
export function pagedQuery<Item>(name: string, filters: readonly unknown[], fetch: Fetch<Item>, pollMs?: number) {
  return infiniteQueryOptions({
    queryKey: [name, "list", ...filters] as const,
    queryFn: ({ pageParam, signal }) => fetch({ limit: pageSize, cursor: pageParam }, { signal }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => pageInfo.nextCursor ?? undefined,
    refetchInterval: ({ state }) => (pollMs !== undefined && (state.data?.pages.length ?? 0) <= polledPagesMax ? pollMs : false),
    staleTime: 0,
    throwOnError: false,
  });
}

export type PagedQuery<Item> = ReturnType<typeof pagedQuery<Item>>;
