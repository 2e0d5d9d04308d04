import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { Claimed, Claims } from "#platform/jobs/claim.ts";
import { renderEvent } from "#modules/events/events/index.ts";
import type { EndpointCache } from "./endpoint-cache.ts";
import type { SendJob, Sender } from "./sender.ts";
import { endpointsByIds, eventsByIds, rotationEnd } from "./sending.queries.ts";
import type { WebhookSettings } from "../webhooks.settings.ts";
import { deliverySource } from "./delivery-source.queries.ts";

interface ClaimedDelivery extends Claimed {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
}

const perLane = 40;
/** While all lanes fit into one claim, how often that is checked. */
const rotateEveryMs = 200;

export function createClaiming(deps: {
  database: Database;
  claims: Claims;
  clock: Clock;
  endpointCache: EndpointCache;
  sender: Sender;
  settings: WebhookSettings;
}) {
  const { database, sender, endpointCache, settings } = deps;
  let after: { tenantId: string; lane: string } | undefined;
  let rotatedAtMs = -Infinity;

  async function toJobs(rows: ClaimedDelivery[], leasedAtMs: number): Promise<void> {
    const endpointKeys = new Map(rows.map((r) => [r.endpoint_id, { tenantId: r.tenant_id, endpointId: r.endpoint_id }]));
    const eventKeys = new Map(rows.map((r) => [r.event_id, { tenantId: r.tenant_id, eventId: r.event_id }]));
    const [endpoints, events] = await Promise.all([
      endpointsByIds(database, [...endpointKeys.values()]),
      eventsByIds(database, [...eventKeys.values()]),
    ]);
    endpointCache.update(endpoints);
    const eventsById = new Map(
      events.map((event) => [event.id, { body: Buffer.from(JSON.stringify(renderEvent(event))), origin: event.origin }]),
    );
    const jobs: SendJob[] = [];
    for (const row of rows) {
      const endpoint = endpointCache.get(row.endpoint_id);
      const event = eventsById.get(row.event_id);
      // Deleted between the claim and this read; foreign keys have deleted the delivery too.
      if (endpoint === undefined || event === undefined) continue;
      jobs.push({
        tenantId: row.tenant_id,
        endpointId: row.endpoint_id,
        deliveryId: row.id,
        attempt: row.attempts,
        leasedAtMs,
        event: { id: row.event_id, type: row.event_type, ...event },
        endpoint,
      });
    }
    for (const [endpointId, key] of endpointKeys) {
      const own = rows.filter((r) => r.endpoint_id === endpointId);
      // The deliveries after a suspect wait for it.
      sender.setBacklog(key, own.length === perLane || own.some(({ deaths = 0 }) => deaths > 0));
    }
    sender.take(jobs);
  }

  return {
    /** One round: true if there may be more right away, milliseconds if this process is full. */
    async run(): Promise<boolean | number> {
      sender.releasePaced();
      const capacity = sender.heldCapacity();
      if (capacity < settings.heldMax / 4) return 5;
      const leasedAtMs = performance.now();
      const from = after;
      const lanes = Math.floor(capacity / perLane);
      const mustRotate = from !== undefined || leasedAtMs - rotatedAtMs > rotateEveryMs;
      const [rows, end] = await Promise.all([
        deps.claims.claim<ClaimedDelivery>(deliverySource, {
          now: deps.clock.now(),
          leaseMs: settings.leaseMs,
          perLane,
          lanes,
          skipLanes: sender.saturated(),
          ...(from === undefined ? {} : { after: from }),
        }),
        mustRotate ? rotationEnd(database, "webhook_deliveries", from, lanes) : null,
      ]);
      if (mustRotate) rotatedAtMs = leasedAtMs;
      after = end ?? undefined;
      if (rows.length > 0) await toJobs(rows, leasedAtMs);
      return rows.length > 0 || end !== null;
    },

    /** Returns deliveries whose process died. */
    sweep: () => deps.claims.returnExpired(deliverySource, deps.clock.now()),
  };
}
