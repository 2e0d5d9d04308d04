import { queryOptions } from "@tanstack/react-query";
import { type ChannelAuthorization, isApiError, type StartedAuthorization } from "@parley/sdk";
import { api } from "../client.ts";

const pollMs = 2_000;
/** Its own server is still asking the platform. */
const isUnderWay = (status: ChannelAuthorization["status"] | undefined) => status === "pending" || status === "exchanging";

/** Connecting by signing in at the platform: how far it is, and the accounts to choose from. It has no event. */
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
 * Leaves for the platform, which leads back to the list of channels. On a host to which the server leads nobody back,
 * it ends on a page of the server.
 */
export async function leaveForPlatform(start: (back: { redirectUri?: string }) => Promise<StartedAuthorization>): Promise<void> {
  const started = await start({ redirectUri: `${location.origin}/channels` }).catch((error: unknown) => {
    if (isApiError(error, "validation_error") && error.details.every(({ field }) => field === "redirectUri")) return start({});
    throw error;
  });
  location.assign(started.authorizeUrl);
}
