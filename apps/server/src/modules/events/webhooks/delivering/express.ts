import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { LoggedEvent } from "#platform/events/tail.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { ClaimHolder } from "#platform/jobs/claim.ts";
import type { Log } from "#platform/log/log.ts";
import type { EndpointCache } from "./endpoint-cache.ts";
import { happenedAfter, jobOf, wants } from "./fan-out.ts";
import type { SendJob, Sender } from "./sender.ts";
import { endpointsOfTenants, insertFirstAttempts, type NewDelivery, type SendingEndpoint } from "./sending.queries.ts";
import type { WebhookSettings } from "../webhooks.settings.ts";

/** Concurrent statements: the round trip of one overlaps the next one's events. */
const lanesMax = 3;
const batchMax = 200;
/**
 * Events that may wait here. Beyond this, and for events that this process does not see, the fan-out is fast enough.
 */
const queueMax = 2_000;
/**
 * What the fan-out remembers of this path; older entries are dropped, and their deliveries found in the table instead.
 */
const settledMax = 20_000;
const tenantsMax = 20_000;
/** If another process is faster, one is enough. The pause is between this and twice as long, so that two do not return at the same time. */
const yieldMs = 1_000;
/** The fan-out skips an event seen this recently, unless it is settled here. */
const recentMs = 80;

/**
 * The fast path of a first attempt. An event just seen as committed gets its deliveries in one statement, inserted as leased by this
 * process, and they are sent. Nothing depends on it: the fan-out follows with its cursor, finds what was inserted here, and inserts the
 * rest. So this path may skip whatever is not simple: endpoints that it does not know or knows in an older version (the statement compares
 * it), and those that are full, paused or disabled.
 *
 * The statement does not wait for the disk. If the database crashes right after it, the cursor has not moved either (it comes later in the
 * same write-ahead log), so the event is fanned out again and sent again under its id. What this path remembers of it counts only for a
 * fan-out on a connection that is older than the row: a crash ends all connections.
 */
export function createExpress(deps: {
  database: Pick<Database, "worker">;
  clock: Clock;
  ids: IdSource;
  holding: ClaimHolder;
  log: Log;
  endpointCache: EndpointCache;
  sender: Sender;
  settings: WebhookSettings;
  random: () => number;
}) {
  const { database, endpointCache, sender, settings } = deps;
  const tenants = new Map<string, SendingEndpoint[]>();
  const queue: LoggedEvent[] = [];
  /** By event: the endpoints that have their delivery by now; null while the statement runs. `at`: when it ran, by the database's clock. */
  const states = new Map<string, { seenAtMs: number; made: Set<string> | null; at: Date | null }>();
  const reserved = new Map<string, number>();
  const running = new Set<Promise<void>>();
  let starting = false;
  let stopped = false;
  let live = false;
  let yieldsUntilMs = 0;
  let wakeFanOut: () => void = () => undefined;

  function start(): void {
    if (starting || running.size >= lanesMax || queue.length === 0) return;
    starting = true;
    // Events seen in the same turn of the event loop are included.
    setImmediate(() => {
      starting = false;
      if (queue.length === 0) return;
      const batch = queue.splice(0, batchMax);
      const work: Promise<void> = run(batch)
        .catch((error: unknown) => {
          deps.log.debug({ err: error }, "first webhook attempts are left to the fan-out");
          settle(batch, new Map(), null);
          wakeFanOut();
        })
        .finally(() => {
          running.delete(work);
          start();
        });
      running.add(work);
      start();
    });
  }

  function settle(batch: LoggedEvent[], made: Map<string, Set<string>>, at: Date | null): void {
    for (const { id } of batch) {
      const state = states.get(id);
      if (state !== undefined) Object.assign(state, { made: made.get(id) ?? new Set(), at });
    }
  }

  async function endpointsOf(batch: LoggedEvent[]): Promise<void> {
    const unknown = [...new Set(batch.map((event) => event.tenant_id))].filter((tenantId) => !tenants.has(tenantId));
    if (unknown.length > 0) remember(unknown, await endpointsOfTenants(database.worker, unknown));
  }

  function remember(tenantIds: string[], endpoints: SendingEndpoint[]): void {
    if (tenants.size > tenantsMax) tenants.clear();
    const byTenant = Map.groupBy(endpoints, (endpoint) => endpoint.tenant_id);
    for (const tenantId of tenantIds) tenants.set(tenantId, byTenant.get(tenantId) ?? []);
    endpointCache.update(endpoints);
  }

  async function run(batch: LoggedEvent[]): Promise<void> {
    await endpointsOf(batch);
    const holder = deps.holding.current();
    const leasedAtMs = performance.now();
    const rows: (NewDelivery & { version: string })[] = [];
    const jobs = new Map<string, SendJob>();
    /** Something is left for the fan-out, which must not wait. */
    let left = false;
    for (const event of batch) {
      let body: Buffer | undefined;
      for (const endpoint of tenants.get(event.tenant_id) ?? []) {
        if (!wants(endpoint, event) || !happenedAfter(event, endpoint)) continue;
        const cached = endpointCache.get(endpoint.id);
        const taken = reserved.get(endpoint.id) ?? 0;
        if (holder === null || endpoint.status !== "active" || cached === undefined || sender.capacityFor(endpoint) <= taken) {
          left = true;
          continue;
        }
        reserved.set(endpoint.id, taken + 1);
        const { row, job } = jobOf(deps.ids.uuid(), event, cached, leasedAtMs, body);
        body = job.event.body;
        rows.push({ ...row, version: endpoint.version });
        jobs.set(row.id, job);
      }
    }
    const made = new Map<string, Set<string>>();
    let at: Date | null = null;
    try {
      if (rows.length > 0 && holder !== null) {
        const now = deps.clock.now();
        const results = await insertFirstAttempts(database, rows, now, { until: new Date(now.getTime() + settings.leaseMs), holder });
        const accepted: SendJob[] = [];
        let lost = 0;
        const current = new Set<string>();
        at = results[0]?.at ?? null;
        for (const { id, inserted } of results) {
          const job = jobs.get(id) as SendJob;
          current.add(id);
          if (inserted) accepted.push(job);
          else lost += 1;
          const endpointIds = made.get(job.event.id);
          if (endpointIds === undefined) made.set(job.event.id, new Set([job.endpointId]));
          else endpointIds.add(job.endpointId);
        }
        for (const row of rows) {
          if (current.has(row.id)) continue;
          // Changed since it was read, or deleted.
          left = true;
          tenants.delete(row.tenantId);
        }
        if (live && lost > 0 && accepted.length === 0) yieldsUntilMs = performance.now() + yieldMs * (1 + deps.random());
        sender.take(accepted);
      }
    } finally {
      for (const { endpointId } of rows) {
        const taken = (reserved.get(endpointId) ?? 1) - 1;
        if (taken > 0) reserved.set(endpointId, taken);
        else reserved.delete(endpointId);
      }
    }
    settle(batch, made, at);
    if (left) wakeFanOut();
  }

  return {
    /** Events just seen as committed. */
    take(events: LoggedEvent[]): void {
      if (stopped) return;
      const nowMs = performance.now();
      const isYielding = nowMs < yieldsUntilMs;
      for (const event of events) {
        if (states.has(event.id)) continue;
        states.set(event.id, { seenAtMs: nowMs, made: null, at: null });
        if (!isYielding && queue.length < queueMax) queue.push(event);
      }
      for (const id of states.keys()) {
        if (states.size <= settledMax) break;
        states.delete(id);
      }
      start();
    },

    /** Remembers what the fan-out has newly read. */
    remember,

    /**
     * Whether an endpoint has its delivery of an event from this path. `connectedAt`: since when the asking connection exists. A row made
     * before that may have been lost in a crash of the database.
     */
    has(eventId: string, endpointId: string, connectedAt: Date): boolean {
      const state = states.get(eventId);
      return state?.made?.has(endpointId) === true && state.at !== null && connectedAt < state.at;
    },

    /** Whether `has` could be true of any of these. */
    hasAny: (events: LoggedEvent[]): boolean => events.some(({ id }) => (states.get(id)?.made?.size ?? 0) > 0),

    /**
     * The fan-out briefly skips this event and those behind it: it is in progress here, or in the process that was
     * faster.
     */
    isRecent(eventId: string): boolean {
      const state = states.get(eventId);
      return live && state !== undefined && state.made === null && performance.now() - state.seenAtMs < recentMs;
    },

    /** The fan-out has passed these. */
    forget(events: LoggedEvent[]): void {
      for (const { id } of events) states.delete(id);
    },

    /** Runs automatically from now on, not on demand. `listener`: called when the fan-out has immediate work. */
    goLive(listener: () => void): () => void {
      live = true;
      wakeFanOut = listener;
      return () => {
        live = false;
        wakeFanOut = () => undefined;
      };
    },

    async idle(): Promise<void> {
      while (starting || running.size > 0) {
        await Promise.all(running);
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
    },

    async stop(): Promise<void> {
      stopped = true;
      queue.length = 0;
      await Promise.all(running);
    },
  };
}

export type Express = ReturnType<typeof createExpress>;
