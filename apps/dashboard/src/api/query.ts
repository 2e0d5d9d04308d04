/** The cache of the server's records. Components read it through the query factories next to this file; events and responses patch it. */
import { QueryClient } from "@tanstack/react-query";
import { isApiError } from "@parley/sdk";

/** Live events keep shown data up to date; this only decides when other data is fetched again. */
const staleMs = 5 * 60_000;
const keptMs = 30 * 60_000;

/** Errors that get a page of their own wherever they happen: not found, or not allowed for this role. */
export function isPage(error: Error): boolean {
  return isApiError(error) && (error.status === 403 || error.status === 404);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleMs,
        gcTime: keptMs,
        refetchOnWindowFocus: false,
        // The API client retries itself, and knows which errors are worth it.
        retry: false,
        networkMode: "offlineFirst",
        // A screen without its data shows an error page; a part that shows its own error sets `throwOnError: false`.
        throwOnError: (error, { state }) => state.data === undefined || isPage(error),
      },
      mutations: { retry: false, networkMode: "offlineFirst" },
    },
  });
}
