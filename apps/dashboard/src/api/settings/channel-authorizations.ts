import { queryOptions } from "@tanstack/react-query";
import { type ChannelAuthorization, isApiError, type StartedAuthorization } from "@parley/sdk";
import { api } from "../client.ts";

const pollMs = 2_000;
/** Our server is still asking the platform. */
const isUnderWay = (status: ChannelAuthorization["status"] | undefined) => status === "pending" || status === "exchanging";

/** Connecting by signing in at the platform: its progress, and the accounts to choose from. It has no event. */
export function authorizationQuery(id: string) {
  return queryOptions({
    queryKey: ["channel-authorizations", "detail", id] as const,
    queryFn: ({ signal }) => api.channels.authorizations.get(id, { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.status) ? pollMs : false),
    staleTime: 0,
    throwOnError: false,
    meta: { still: true },
  });
}

/**
 * Leaves for the platform, which redirects back to the list of channels, or to a page of the server if the server does not redirect to this
 * host.
 */
export async function leaveForPlatform(start: (back: { redirectUri?: string }) => Promise<StartedAuthorization>): Promise<void> {
  const started = await start({ redirectUri: `${location.origin}/channels` }).catch((error: unknown) => {
    if (isApiError(error, "validation_error") && error.details.every(({ field }) => field === "redirectUri")) return start({});
    throw error;
  });
  location.assign(started.authorizeUrl);
}
