import { ensureCursor, lockCursor, moveCursor } from "#platform/events/cursors.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { EventReader } from "#platform/events/reader.ts";
import type { LoggedEvent, LogPosition } from "#platform/events/tail.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { ClaimHolder } from "#platform/jobs/claim.ts";
import { renderEvent } from "#modules/events/events/index.ts";
import { failedCondition } from "../data-filter.ts";
import type { CachedEndpoint, EndpointCache } from "./endpoint-cache.ts";
import type { Express } from "./express.ts";
import type { SendJob, Sender } from "./sender.ts";
import {
  connectedSince,
  consumer,
  endpointsOfTenants,
  insertDeliveries,
  type NewDelivery,
  type Query,
  type SendingEndpoint,
} from "./sending.queries.ts";
import { alertEventTypes, testEventType } from "../webhooks.events.ts";
import type { WebhookSettings } from "../webhooks.settings.ts";

const insertMax = 2_000;

type FanOutEndpoint = Pick<SendingEndpoint, "id" | "events" | "channel_ids" | "filter">;
interface EventFacts {
  type: string;
  channel_id: string | null;
  data: Record<string, unknown>;
}

/** The first setting of an endpoint that excludes an event; null: none. */
export function stoppedBy(endpoint: FanOutEndpoint, event: EventFacts): "events" | "channelIds" | "filter" | null {
  if (event.type === testEventType) return "events";
  if (!endpoint.events.includes("*") && !endpoint.events.includes(event.type)) return "events";
  // A failing webhook does not get its own alert, which would fail again and again.
  if (alertEventTypes.has(event.type) && event.data["webhookId"] === wireId("whk", endpoint.id)) return "events";
  if (endpoint.channel_ids !== null && (event.channel_id === null || !endpoint.channel_ids.includes(event.channel_id))) return "channelIds";
  return failedCondition(endpoint.filter, event.data) === null ? null : "filter";
}

/** Whether an endpoint wants an event. Cursor positions compare the transactions, see webhook_endpoints.created_xid. */
export const wants = (endpoint: FanOutEndpoint, event: EventFacts): boolean => stoppedBy(endpoint, event) === null;

/**
 * Whether the event's transaction began to write after the endpoint's: the event happened later than the subscription.
 */
export function happenedAfter(event: Pick<LoggedEvent, "xid">, endpoint: Pick<SendingEndpoint, "created_xid">): boolean {
  return BigInt(event.xid) > BigInt(endpoint.created_xid);
}

/** A first attempt by this process: the inserted row, and the sender's job. */
export function jobOf(
  id: string,
  event: LoggedEvent,
  endpoint: CachedEndpoint,
  leasedAtMs: number,
  body: Buffer = Buffer.from(JSON.stringify(renderEvent(event))),
): { row: NewDelivery; job: SendJob } {
  const key = { tenantId: event.tenant_id, endpointId: endpoint.row.id };
  return {
    row: { ...key, id, eventId: event.id, eventType: event.type, state: "leased", replayId: null },
    job: {
      ...key,
      deliveryId: id,
      attempt: 1,
      leasedAtMs,
      event: { id: event.id, type: event.type, body, origin: event.origin },
      endpoint,
    },
  };
}

/**
 * Turns the log into deliveries. One process at a time holds the cursor's row; the cursor moves in the transaction that inserts the
 * deliveries, so every event is fanned out exactly once despite crashes. By then most first attempts have been made by the fast path
 * (express.ts). The rest skips the queue too: what this process can send immediately is inserted as leased by it and handed over in memory
 * after the commit.
 */
export function createFanOut(deps: {
  database: Database;
  clock: Clock;
  ids: IdSource;
  eventReader: Pick<EventReader, "consumer">;
  endpointCache: EndpointCache;
  sender: Sender;
  express: Pick<Express, "has" | "hasAny" | "isRecent" | "remember" | "forget">;
  holding: ClaimHolder;
  settings: WebhookSettings;
  /** Announces deliveries without a lease. */
  hintReady(): void;
}) {
  const { database, settings, sender, endpointCache, express } = deps;
  const reading = deps.eventReader.consumer(consumer);
  let cursorMade = false;

  interface Round {
    events: number;
    jobs: SendJob[];
    ready: boolean;
    at: LogPosition;
    passed?: LoggedEvent[];
  }

  async function fanOut(query: Query): Promise<Round | null> {
    const cursor = await lockCursor(query, consumer);
    if (cursor === null) return null;
    const read = await reading.read(cursor, settings.eventBatch, { worker: query });
    const firstRecent = read.findIndex((event) => express.isRecent(event.id));
    const events = firstRecent < 0 ? read : read.slice(0, firstRecent);
    const last = events.at(-1);
    if (last === undefined) return { events: 0, jobs: [], ready: false, at: cursor };
    const tenants = [...new Set(events.filter((e) => e.type !== testEventType).map((e) => e.tenant_id))];
    const [endpoints, connectedAt] = await Promise.all([
      tenants.length === 0 ? [] : endpointsOfTenants(query, tenants),
      express.hasAny(events) ? connectedSince(query) : null,
    ]);
    express.remember(tenants, endpoints);
    const holder = deps.holding.current();
    const { rows, jobs } = plan(events, endpoints, holder !== null, connectedAt);
    const now = deps.clock.now();
    const lease = holder === null ? null : { until: new Date(now.getTime() + settings.leaseMs), holder };
    const fresh = new Set<string>();
    for (let i = 0; i < rows.length; i += insertMax) {
      for (const id of await insertDeliveries(query, rows.slice(i, i + insertMax), now, lease)) fresh.add(id);
    }
    await moveCursor(query, consumer, last, now);
    return {
      events: events.length,
      jobs: jobs.filter((job) => fresh.has(job.deliveryId)),
      ready: rows.some((r) => r.state === "ready"),
      at: last,
      passed: events,
    };
  }

  /** `connectedAt`: null when the fast path has made none of these deliveries, or none that counts. */
  function plan(
    events: LoggedEvent[],
    endpoints: SendingEndpoint[],
    mayClaim: boolean,
    connectedAt: Date | null,
  ): { rows: NewDelivery[]; jobs: SendJob[] } {
    const byTenant = Map.groupBy(endpoints, (e) => e.tenant_id);
    const capacities = new Map<string, number>();
    const rows: NewDelivery[] = [];
    const jobs: SendJob[] = [];
    const leasedAtMs = performance.now();
    for (const event of events) {
      let body: Buffer | undefined;
      for (const endpoint of byTenant.get(event.tenant_id) ?? []) {
        if (!wants(endpoint, event) || !happenedAfter(event, endpoint)) continue;
        if (connectedAt !== null && express.has(event.id, endpoint.id, connectedAt)) continue;
        const key = { tenantId: event.tenant_id, endpointId: endpoint.id };
        const left = capacities.get(endpoint.id) ?? (mayClaim ? sender.capacityFor(endpoint) : 0);
        const state = endpoint.status !== "active" ? "skipped" : left > 0 ? "leased" : "ready";
        capacities.set(endpoint.id, state === "leased" ? left - 1 : left);
        const cached = endpointCache.get(endpoint.id);
        if (state === "leased" && cached !== undefined) {
          const { row, job } = jobOf(deps.ids.uuid(), event, cached, leasedAtMs, body);
          body = job.event.body;
          rows.push(row);
          jobs.push(job);
          continue;
        }
        rows.push({ ...key, id: deps.ids.uuid(), eventId: event.id, eventType: event.type, state, replayId: null });
        if (state === "ready") sender.setBacklog(key, true);
      }
    }
    return { rows, jobs };
  }

  return {
    /** One round: true if there may be more. */
    async run(): Promise<boolean> {
      if (!cursorMade) {
        await ensureCursor(database, consumer, deps.clock.now());
        cursorMade = true;
      }
      if (reading.upToDate()) return false;
      const round = await reading.attempt(() => database.workerTransaction(fanOut));
      // Another process holds the cursor and does the work.
      if (round === null) return false;
      reading.advancedTo(round.at);
      if (round.passed !== undefined) express.forget(round.passed);
      sender.take(round.jobs);
      if (round.ready) deps.hintReady();
      return round.events === settings.eventBatch;
    },
  };
}
