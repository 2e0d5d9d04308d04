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

/** The user's own address: whether it is confirmed, and the new one whose link has not been opened yet. */
export function ownEmailQuery() {
  return queryOptions({
    queryKey: ["own-email", "detail"] as const,
    queryFn: ({ signal }) => api.auth.email.get({ signal }),
    // The link is opened in another page.
    staleTime: 0,
    throwOnError: false,
  });
}
