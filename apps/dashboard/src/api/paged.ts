/** Lists of records without individual events: whole pages, fetched again while they are shown. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import type { List, RequestOptions } from "@parley/sdk";

const pageSize = 50;
/** Longer lists are fetched again only when they are opened. */
const polledPagesMax = 2;

type Fetch<Item> = (page: { limit: number; cursor: string | undefined }, options: RequestOptions) => List<Item>;

/** `pollMs`: how often it is fetched again while it is shown; absent: only on an event or an action. */
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
