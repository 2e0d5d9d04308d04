import type { FastifyRequest } from "fastify";
import type { Branding } from "#modules/organizations/branding/index.ts";

/** Short, because a changed brand should show soon; long enough that a page with its manifest and icon is one look-up. */
const keptMs = 10_000;
const hostsMax = 1_000;

/**
 * The brand of the requested host, cached briefly: a team that opens its dashboard in the morning is many people behind
 * one address, and must not use up that address's limit of look-ups.
 */
export function createHostBrands(deps: {
  brandingOf(request: FastifyRequest): Promise<Branding>;
  /** Counts a look-up. Throws rate_limited. */
  count(request: FastifyRequest): void;
  monotonicMs?: () => number;
}) {
  const now = deps.monotonicMs ?? (() => performance.now());
  const kept = new Map<string, { branding: Promise<Branding>; until: number }>();
  return async (request: FastifyRequest): Promise<Branding> => {
    const host = request.hostname.toLowerCase();
    const known = kept.get(host);
    if (known !== undefined && known.until > now()) return known.branding;
    deps.count(request);
    const branding = deps.brandingOf(request);
    if (kept.size >= hostsMax) kept.clear();
    kept.set(host, { branding, until: now() + keptMs });
    branding.catch(() => kept.delete(host));
    return branding;
  };
}
