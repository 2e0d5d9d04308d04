import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";

/** The user's sessions, at most a hundred. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: ["sessions", "list"] as const,
    queryFn: ({ signal }) => api.auth.sessions.list({ limit: 100 }, { signal }).page(),
    staleTime: 0,
  });
}

export function twoFactorQuery() {
  return queryOptions({ queryKey: ["two-factor", "detail"] as const, queryFn: ({ signal }) => api.auth.twoFactor.get({ signal }) });
}

/** The own address: confirmed or not, and the one that waits for its link to be opened. */
export function ownEmailQuery() {
  return queryOptions({
    queryKey: ["own-email", "detail"] as const,
    queryFn: ({ signal }) => api.auth.email.get({ signal }),
    // The link is opened elsewhere.
    staleTime: 0,
    throwOnError: false,
  });
}
