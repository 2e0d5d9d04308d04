import { createWebhooksQueue } from "./webhooks.queue.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import type { Database } from "#platform/db/database.ts";
import type { Origins } from "#platform/events/origin.ts";
import type { EventReader } from "#platform/events/reader.ts";
import type { EventType } from "#platform/events/types.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { createClaims, type ClaimHolder } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Topic, Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import type { OutboundGuard } from "#platform/outbound-http/guard.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { eventTypeNames } from "#modules/events/events/index.ts";
import { createAlerts } from "./alerts/alerts.ts";
import { createClaiming } from "./delivering/claiming.ts";
import { createEndpointCache } from "./delivering/endpoint-cache.ts";
import { createExpress } from "./delivering/express.ts";
import { createFanOut } from "./delivering/fan-out.ts";
import { createRecords } from "./delivering/records.ts";
import { createReplays } from "./delivering/replay.ts";
import { createSender } from "./delivering/sender.ts";
import { withoutStatementNames, purgeDeletedEndpoints } from "./delivering/sending.queries.ts";
import { webhookEvents } from "./webhooks.events.ts";
import { webhookRoutes } from "./webhooks.routes.ts";
import { createWebhooksService } from "./webhooks.service.ts";
import { defaultSettings, type WebhookSettings } from "./webhooks.settings.ts";

export { webhookMails } from "./alerts/alerts.ts";

export interface WebhooksDeps {
  database: Database;
  holding: ClaimHolder;
  ids: IdSource;
  clock: Clock;
  pager: Pager;
  secrets: TenantSecrets;
  wake: Wake;
  outbound: OutboundClient;
  guard: OutboundGuard;
  /** Those of all modules; `events` of a webhook is checked against these and the interface's types. */
  eventTypes: readonly EventType[];
  log: Log;
  metrics: Pick<Metrics, "deliveries">;
  eventReader: EventReader;
  origins: Pick<Origins, "write">;
  settings?: Partial<WebhookSettings>;
  /** For the jitter of retries; Math.random unless a test sets it. */
  random?: () => number;
}

/**
 * How long running calls may take to end when the process stops; then they are cut off and repeated by another process.
 */
const stopGraceMs = 8_000;
const purgeBatch = 2_000;
const fanOutTrailsMs = 100;

/**
 * Webhooks: the resource, and the delivery of events. An event goes log -> express (delivery rows as soon as the event is seen) or fan-out
 * (the missing ones, in the transaction that moves the cursor) -> sender (in memory, under a lease) -> records (outcome and attempt, in
 * batches); what is not sent immediately, and every retry, returns through claiming.
 */
export function createWebhooksModule(deps: WebhooksDeps) {
  const { database, clock, ids, log } = deps;
  const settings = { ...defaultSettings, ...deps.settings };
  const claims = createClaims(withoutStatementNames(database), deps.holding);
  const local = withLocalWake(deps.wake);

  const alerts = createAlerts({ database, clock, ids, wake: deps.wake, log });
  const alertListeners = new Set<() => void>();
  const endpointCache = createEndpointCache({ secrets: deps.secrets });
  const records = createRecords({
    database,
    clock,
    ids,
    log,
    endpointCache,
    settings,
    hintAlert() {
      for (const listener of alertListeners) listener();
    },
  });
  const sender = createSender({
    database,
    clock,
    ids,
    log,
    metrics: deps.metrics,
    outbound: deps.outbound,
    endpointCache,
    origins: deps.origins,
    records,
    settings,
    onCapacity: local.wakeLocal,
    ...(deps.random === undefined ? {} : { random: deps.random }),
  });
  const hintReady = () => deps.wake.hint("deliveries");
  const { holding } = deps;
  const express = createExpress({
    database,
    clock,
    ids,
    holding,
    log,
    endpointCache,
    sender,
    settings,
    random: deps.random ?? Math.random,
  });
  /** Only where background work runs, because other roles read the log too. */
  let endFresh: (() => void) | undefined;
  const followFresh = () => {
    endFresh ??= deps.eventReader.onFresh(express.take);
  };
  const fanOut = createFanOut({
    database,
    clock,
    ids,
    holding,
    eventReader: deps.eventReader,
    endpointCache,
    sender,
    express,
    settings,
    hintReady,
  });
  const claiming = createClaiming({ database, claims, clock, endpointCache, sender, settings });
  const replays = createReplays({ database, claims, clock, ids, settings, hintReady });

  const timers = new Set<NodeJS.Timeout>();
  const service = createWebhooksService({
    ids,
    secrets: deps.secrets,
    guard: deps.guard,
    settings,
    eventTypes: new Set(eventTypeNames([...deps.eventTypes, ...webhookEvents])),
    hintSoon(topic: Topic) {
      // A hint inside the transaction would precede its commit; a lost hint costs a poll.
      for (const delayMs of [10, 60]) {
        const timer = setTimeout(() => {
          timers.delete(timer);
          deps.wake.hint(topic);
        }, delayMs).unref();
        timers.add(timer);
      }
    },
  });

  /** The fan-out follows the fast path, and passes many events at once. */
  let trailing: NodeJS.Timeout | undefined;
  function soon(listener: () => void): void {
    trailing ??= setTimeout(() => {
      trailing = undefined;
      listener();
    }, fanOutTrailsMs).unref();
  }

  const loops: Loop[] = [
    createLoop({
      name: "webhook fan-out",
      wake: deps.wake,
      topics: [],
      alsoOn(listener) {
        followFresh();
        const ends = [deps.eventReader.onBatch(() => soon(listener)), express.goLive(listener)];
        return () => {
          for (const end of ends) end();
        };
      },
      pollMs: 200,
      // What the fast path has in progress.
      dependsOnMemory: true,
      log,
      run() {
        followFresh();
        return fanOut.run();
      },
    }),
    createLoop({ name: "webhook replays", wake: deps.wake, topics: [], pollMs: 1_000, log, run: replays.run }),
    createLoop({ name: "webhook retries", wake: local.wake, topics: ["deliveries"], pollMs: 1_000, log, run: claiming.run }),
    createLoop({
      name: "webhook alerts",
      wake: deps.wake,
      topics: [],
      alsoOn(listener) {
        alertListeners.add(listener);
        return () => alertListeners.delete(listener);
      },
      pollMs: 10_000,
      log,
      run: alerts.run,
    }),
    createLoop({
      name: "webhook leases",
      wake: deps.wake,
      topics: [],
      pollMs: 5_000,
      log,
      async run() {
        const returned = (await claiming.sweep()) + (await replays.sweep());
        if (returned > 0) {
          log.warn({ deliveries: returned }, "webhook deliveries of a dead process return to the queue");
          hintReady();
        }
        return returned > 0;
      },
    }),
    createLoop({
      name: "webhook removal",
      wake: deps.wake,
      topics: [],
      pollMs: 60_000,
      log,
      run: async () => (await purgeDeletedEndpoints(database, purgeBatch)) >= purgeBatch,
    }),
  ];

  return {
    service,
    routes: webhookRoutes(service, deps.pager),
    events: webhookEvents,
    queues: [createWebhooksQueue(database)],
    /** For the worker role. */
    loops,
    /** Waits until all deliveries of this process are sent and stored. */
    async drain(): Promise<void> {
      await express.idle();
      await sender.idle();
    },
    /** Returns what waits and lets running calls end. Stop the loops first. */
    async stop(): Promise<void> {
      for (const timer of timers) clearTimeout(timer);
      clearTimeout(trailing);
      endFresh?.();
      await express.stop();
      await sender.stop(stopGraceMs);
    },
  };
}

/** The same wake-ups, and a way to wake only the local loop: free capacity here does not concern other processes. */
function withLocalWake(wake: Wake): { wake: Wake; wakeLocal(): void } {
  const listeners = new Set<() => void>();
  return {
    wakeLocal: () => {
      for (const listener of listeners) listener();
    },
    wake: {
      ...wake,
      on(topic, listener) {
        listeners.add(listener);
        const off = wake.on(topic, listener);
        return () => {
          listeners.delete(listener);
          off();
        };
      },
    },
  };
}
