import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { EventReader } from "#platform/events/reader.ts";
import type { LoggedEvent, LogPosition } from "#platform/events/tail.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Holding } from "#platform/jobs/claim.ts";
import { renderEvent } from "#modules/events/index.ts";
import type { EndpointBook } from "./endpoint-book.ts";
import type { SendJob, Sender } from "./sender.ts";
import {
  consumer,
  endpointsOfTenants,
  ensureCursor,
  insertDeliveries,
  lockCursor,
  moveCursor,
  type NewDelivery,
  type Query,
  type SendingEndpoint,
} from "./sending.queries.ts";
import { testEventType } from "./webhooks.events.ts";
import type { WebhookSettings } from "./webhooks.settings.ts";

const insertMax = 2_000;

/** Whether an endpoint wants an event. Cursor positions compare the transactions, see webhook_endpoints.created_xid. */
export function wants(
  endpoint: Pick<SendingEndpoint, "events" | "channel_ids">,
  event: { type: string; channel_id: string | null },
): boolean {
  if (event.type === testEventType) return false;
  if (!endpoint.events.includes("*") && !endpoint.events.includes(event.type)) return false;
  return endpoint.channel_ids === null || (event.channel_id !== null && endpoint.channel_ids.includes(event.channel_id));
}

/** Whether the event's transaction began to write after the endpoint's: the event happened later than the subscription. */
export function happenedAfter(event: Pick<LoggedEvent, "xid">, endpoint: Pick<SendingEndpoint, "created_xid">): boolean {
  return BigInt(event.xid) > BigInt(endpoint.created_xid);
}

/**
 * Turns the log into deliveries. One process at a time holds the cursor's row; the cursor moves in the transaction that
 * inserts the deliveries, so every event is fanned out exactly once whatever crashes. First attempts do not go through the
 * queue: what this process can send at once is inserted as leased by it and handed over in memory after the commit.
 */
export function createFanOut(deps: {
  database: Database;
  clock: Clock;
  ids: IdSource;
  eventReader: Pick<EventReader, "consumer">;
  book: EndpointBook;
  sender: Sender;
  holding: Holding;
  settings: WebhookSettings;
  /** There are deliveries that nobody holds. */
  hintReady(): void;
}) {
  const { database, settings, sender, book } = deps;
  const reading = deps.eventReader.consumer(consumer);
  let cursorMade = false;

  interface Round {
    events: number;
    jobs: SendJob[];
    ready: boolean;
    at: LogPosition;
  }

  async function fanOut(query: Query): Promise<Round | null> {
    const cursor = await lockCursor(query);
    if (cursor === null) return null;
    const events = await reading.read(cursor, settings.eventBatch, { worker: query });
    const last = events.at(-1);
    if (last === undefined) return { events: 0, jobs: [], ready: false, at: cursor };
    const tenants = [...new Set(events.filter((e) => e.type !== testEventType).map((e) => e.tenant_id))];
    const endpoints = tenants.length === 0 ? [] : await endpointsOfTenants(query, tenants);
    book.update(endpoints);
    const holder = deps.holding.current();
    const { rows, jobs } = plan(events, endpoints, holder !== null);
    const now = deps.clock.now();
    const lease = holder === null ? null : { until: new Date(now.getTime() + settings.leaseMs), holder };
    const fresh = new Set<string>();
    for (let i = 0; i < rows.length; i += insertMax) {
      for (const id of await insertDeliveries(query, rows.slice(i, i + insertMax), now, lease)) fresh.add(id);
    }
    await moveCursor(query, last, now);
    return {
      events: events.length,
      jobs: jobs.filter((job) => fresh.has(job.deliveryId)),
      ready: rows.some((r) => r.state === "ready"),
      at: last,
    };
  }

  function plan(events: LoggedEvent[], endpoints: SendingEndpoint[], mayClaim: boolean): { rows: NewDelivery[]; jobs: SendJob[] } {
    const byTenant = Map.groupBy(endpoints, (e) => e.tenant_id);
    const room = new Map<string, number>();
    const rows: NewDelivery[] = [];
    const jobs: SendJob[] = [];
    const leasedAtMs = performance.now();
    for (const event of events) {
      let body: Buffer | undefined;
      for (const endpoint of byTenant.get(event.tenant_id) ?? []) {
        if (!wants(endpoint, event) || !happenedAfter(event, endpoint)) continue;
        const key = { tenantId: event.tenant_id, endpointId: endpoint.id };
        const left = room.get(endpoint.id) ?? (mayClaim ? sender.room(endpoint.id) : 0);
        const state = endpoint.status !== "active" ? "skipped" : left > 0 ? "leased" : "ready";
        room.set(endpoint.id, state === "leased" ? left - 1 : left);
        const row: NewDelivery = { ...key, id: deps.ids.uuid(), eventId: event.id, eventType: event.type, state, replayId: null };
        rows.push(row);
        const booked = book.get(endpoint.id);
        if (state === "ready") sender.setBacklog(key, true);
        if (state === "leased" && booked !== undefined) {
          body ??= Buffer.from(JSON.stringify(renderEvent(event)));
          jobs.push({
            ...key,
            deliveryId: row.id,
            attempt: 1,
            leasedAtMs,
            event: { id: event.id, type: event.type, body, origin: event.origin },
            endpoint: booked,
          });
        }
      }
    }
    return { rows, jobs };
  }

  return {
    /** One round: true when there may be more. */
    async run(): Promise<boolean> {
      if (!cursorMade) {
        await ensureCursor(database, deps.clock.now());
        cursorMade = true;
      }
      if (reading.upToDate()) return false;
      const round = await reading.attempt(() => database.workerTransaction(fanOut));
      // Another process holds the cursor and does the work.
      if (round === null) return false;
      reading.stands(round.at);
      sender.take(round.jobs);
      if (round.ready) deps.hintReady();
      return round.events === settings.eventBatch;
    },
  };
}
