/** When credentials are refreshed and their expiry is announced. Pure. */

const dayMs = 24 * 3_600_000;
const baseMs = 60_000;
const longestMs = 3_600_000;
/** If two refusals are this close together, new credentials do not help either. */
const refreshAgainMs = 10 * 60_000;

/** At half of their lifetime: 12 hours of 24, day 30 of 60. Credentials without an expiry are not refreshed. */
export function refreshDue(now: Date, expiresAt: Date | null): Date | null {
  if (expiresAt === null) return null;
  return new Date(now.getTime() + Math.max(0, (expiresAt.getTime() - now.getTime()) / 2));
}

/**
 * For credentials entered by hand, whose age is unknown. A day, because one platform refreshes no token younger than that, and at another
 * the access token expires then while the refresh token remains valid.
 */
export function firstRefreshOfUnknown(now: Date): Date {
  return new Date(now.getTime() + dayMs);
}

/**
 * After a failure that says nothing about the credentials: 1, 2, 4 … minutes, at most an hour, never sooner than the
 * platform asked.
 */
export function retryDue(now: Date, attempts: number, retryAfterMs: number | undefined): Date {
  const backoff = Math.min(longestMs, baseMs * 2 ** Math.max(0, attempts - 1));
  return new Date(now.getTime() + Math.max(backoff, retryAfterMs ?? 0));
}

export function mayRefreshAgain(now: Date, refreshedAt: Date | null): boolean {
  return refreshedAt === null || now.getTime() - refreshedAt.getTime() > refreshAgainMs;
}

/** Tenants are warned this long before an expiry, or in the last quarter of a shorter lifetime. */
const warnAheadMs = 7 * dayMs;

export interface CredentialEnds {
  expiresAt: Date | null;
  /** Until when refreshing works without a person. Platforms report it again with each refresh, off by up to a second. */
  renewableUntil: Date | null;
}

/**
 * The next expiry to announce, and when; null: there is none. `warnedOf`: the end of refreshing already announced. Credentials refreshed in
 * time never reach it.
 */
export function nextWarning(now: Date, ends: CredentialEnds, warnedOf: Date | null): { at: Date; of: Date } | null {
  const warnings: { at: Date; of: Date }[] = [];
  const { expiresAt, renewableUntil } = ends;
  if (expiresAt !== null) {
    const ahead = Math.min(warnAheadMs, Math.max(0, expiresAt.getTime() - now.getTime()) / 4);
    warnings.push({ at: new Date(expiresAt.getTime() - ahead), of: expiresAt });
  }
  const warned = renewableUntil !== null && warnedOf !== null && Math.abs(renewableUntil.getTime() - warnedOf.getTime()) < dayMs;
  if (renewableUntil !== null && !warned) warnings.push({ at: new Date(renewableUntil.getTime() - warnAheadMs), of: renewableUntil });
  return warnings.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null;
}

/** Whether an expiry is near enough to be announced. */
export function endsSoon(now: Date, end: Date | null): boolean {
  return end !== null && end.getTime() - now.getTime() <= warnAheadMs;
}

/** A connected channel has a status reason in only one case: calls with its credentials are refused, and a refresh is to fix that. */
export function callsRefused({ status, status_reason }: { status: string; status_reason: string | null }): boolean {
  return status === "Connected" && status_reason !== null;
}
