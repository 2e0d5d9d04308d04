/** The cache of what the server said. Components read it by the factories beside this file; events and answers patch it. */
import { QueryClient } from "@tanstack/react-query";
import { isApiError } from "@parley/sdk";

/** Live events keep what is shown true; this only says when something left alone is asked for again. */
const staleMs = 5 * 60_000;
const keptMs = 30 * 60_000;

/** What is a page of its own wherever it happens: it is not there, or not for this role. */
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
        // The client of the API retries by itself, and knows what is worth it.
        retry: false,
        networkMode: "offlineFirst",
        // A screen without its data is a page that says so; a part that shows its own error says `throwOnError: false`.
        throwOnError: (error, { state }) => state.data === undefined || isPage(error),
      },
      mutations: { retry: false, networkMode: "offlineFirst" },
    },
  });
}
