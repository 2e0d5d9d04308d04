/** When credentials are looked after. Pure; all times are instants. */

const dayMs = 24 * 3_600_000;
const baseMs = 60_000;
const longestMs = 3_600_000;
/** Two refusals this close together: new credentials do not help either. */
const refreshAgainMs = 10 * 60_000;

/** At half of their life: 12 hours of 24, day 30 of 60. Without an end there is nothing to do. */
export function refreshDue(now: Date, expiresAt: Date | null): Date | null {
  if (expiresAt === null) return null;
  return new Date(now.getTime() + Math.max(0, (expiresAt.getTime() - now.getTime()) / 2));
}

/**
 * For credentials entered by hand, whose age nobody knows. A day: one platform refreshes no token younger than that, and with
 * another the access token ends then while the refresh token lives on.
 */
export function firstRefreshOfUnknown(now: Date): Date {
  return new Date(now.getTime() + dayMs);
}

/** After a failure that says nothing about the credentials: 1, 2, 4 … minutes, at most an hour, never sooner than asked. */
export function retryDue(now: Date, attempts: number, retryAfterMs: number | undefined): Date {
  const backoff = Math.min(longestMs, baseMs * 2 ** Math.max(0, attempts - 1));
  return new Date(now.getTime() + Math.max(backoff, retryAfterMs ?? 0));
}

export function mayRefreshAgain(now: Date, refreshedAt: Date | null): boolean {
  return refreshedAt === null || now.getTime() - refreshedAt.getTime() > refreshAgainMs;
}
