import type { Clock } from "../clock/clock.ts";
import type { Log } from "../log/log.ts";
import type { Claimed, Claims, ClaimSource } from "./claim.ts";
import { createLoop, type Loop } from "./loop.ts";
import type { Topic, Wake } from "./wake.ts";

export interface TenantWorkOptions<T extends Claimed> {
  /** The name of the loop that works; `leases` names the one that releases expired leases. */
  name: string;
  leases: string;
  topic: Topic;
  /** Its lane is tenant_id. */
  source: ClaimSource;
  claims: Claims;
  clock: Clock;
  wake: Wake;
  log: Log;
  /**
   * Rows that this process works on, in total and per tenant: however slow one tenant's are, the others get the rest.
   */
  inFlightMax: number;
  perTenantMax: number;
  leaseMs: number;
  /** Does a row's work and completes or postpones it. An error is logged, and the row waits for its lease to expire. */
  work(claim: T): Promise<void>;
}

/**
 * Slow work in rows (a download, a parse) done in this process, a few rows at a time, rotating through all tenants that
 * have any: each claim takes one row of a few tenants, and no tenant exceeds its share of the work in progress.
 */
export function createTenantWork<T extends Claimed>(options: TenantWorkOptions<T>) {
  const { source, claims, clock, wake, log, inFlightMax, perTenantMax } = options;
  const inFlight = new Set<Promise<void>>();
  const perTenant = new Map<string, number>();
  /** Successive claims rotate through all tenants. */
  let position: { tenantId: string; lane: string } | undefined;

  function count(tenantId: string, change: 1 | -1): number {
    const running = (perTenant.get(tenantId) ?? 0) + change;
    if (running === 0) perTenant.delete(tenantId);
    else perTenant.set(tenantId, running);
    return running;
  }

  const loop = createLoop({
    name: options.name,
    wake,
    topics: [options.topic],
    pollMs: 2_000,
    log,
    async run() {
      if (inFlight.size >= inFlightMax) {
        await Promise.race(inFlight);
        return true;
      }
      const claimed = await claims.claim<T>(source, {
        now: clock.now(),
        leaseMs: options.leaseMs,
        perLane: 1,
        lanes: inFlightMax - inFlight.size,
        skipLanes: [...perTenant].flatMap(([tenantId, running]) => (running >= perTenantMax ? [tenantId] : [])),
        ...(position === undefined ? {} : { after: position }),
      });
      const continued = position !== undefined;
      const last = claimed.at(-1);
      position = last === undefined ? undefined : { tenantId: last.tenant_id, lane: last.tenant_id };
      for (const claim of claimed) {
        count(claim.tenant_id, 1);
        const work: Promise<void> = options
          .work(claim)
          .catch((error: unknown) => log.warn({ err: error, work: options.name }, "a failed work item is retried when its lease expires"))
          .finally(() => {
            inFlight.delete(work);
            // Rows of a tenant at its limit are not searched for until now, and neither is a suspect beside another.
            if (count(claim.tenant_id, -1) === perTenantMax - 1 || (claim.deaths ?? 0) > 0) wake.hint(options.topic);
          });
        inFlight.add(work);
      }
      // Finding nothing after the position does not mean that there is nothing at all.
      return claimed.length > 0 || continued;
    },
  });
  const leases = createLoop({
    name: options.leases,
    wake,
    topics: [],
    pollMs: 10_000,
    log,
    async run() {
      if ((await claims.returnExpired(source, clock.now())) > 0) wake.hint(options.topic);
      return false;
    },
  });

  return {
    loops: [loop, leases] as [Loop, Loop],
    async idle(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}
