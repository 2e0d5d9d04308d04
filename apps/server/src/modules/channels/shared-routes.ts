import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { freedRoutes, passOnRoute, settleClaims, unsettledChannels } from "./shared-routes.queries.ts";

const atOnceMax = 50;

/**
 * Settles what the platform has said about whose an id is. The claim was written with the credentials it came from; release
 * and take-over are one transaction, so at every moment somebody has the route, and a crash in between only settles it later.
 * See docs/subsystems/channels.md, Whose account.
 */
export function createSharedRoutes(deps: { database: Database; clock: Clock; wake: Wake; log: Log }) {
  async function settle(tenantId: string, channelId: string): Promise<void> {
    await settleClaims(deps.database, deps.clock.now(), tenantId, channelId);
    for (const topic of ["routes", "channels"] as const) deps.wake.hint(topic);
  }

  const loop: Loop = createLoop({
    name: "shared routes",
    wake: deps.wake,
    topics: ["channels"],
    pollMs: 2_000,
    log: deps.log,
    async run() {
      const waiting = await unsettledChannels(deps.database, atOnceMax);
      let settled = false;
      for (const { tenant_id: tenantId, channel_id: channelId } of waiting) {
        try {
          await settle(tenantId, channelId);
          settled = true;
        } catch (error) {
          deps.log.error({ err: error }, "a claim on a shared route could not be settled; it is tried again");
        }
      }
      return settled;
    },
  });

  /** Seldom by itself, because it looks through all routes: the removal of a channel wakes it. */
  const freed: Loop = createLoop({
    name: "freed routes",
    wake: deps.wake,
    topics: ["channels"],
    pollMs: 5_000,
    log: deps.log,
    async run() {
      let passedOn = false;
      for (const route of await freedRoutes(deps.database, atOnceMax)) {
        try {
          await passOnRoute(deps.database, deps.clock.now(), route);
          passedOn = true;
        } catch (error) {
          deps.log.error({ err: error }, "a freed route could not be passed on; it is tried again");
        }
      }
      if (passedOn) for (const topic of ["routes", "channels"] as const) deps.wake.hint(topic);
      return passedOn;
    },
  });

  return { settle, loops: [loop, freed] };
}

export type SharedRoutes = ReturnType<typeof createSharedRoutes>;
