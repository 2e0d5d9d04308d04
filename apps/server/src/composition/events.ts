import { createEventsModule } from "#modules/events/events/index.ts";
import { createMetricsModule } from "#modules/events/metrics/index.ts";
import { createQueuesModule } from "#modules/administration/queues/index.ts";
import { createWebhooksModule } from "#modules/events/webhooks/index.ts";
import type { Module } from "#platform/module.ts";
import type { PresenceTable } from "#modules/inbox/presence/index.ts";
import type { Base } from "./base.ts";
import type { Money } from "./money.ts";

/** Reports on all other areas: their events as a list, a stream and webhooks; metrics; queues. Hence created last. */
export function composeEvents(
  base: Base,
  money: Money,
  others: readonly Module[],
  presence: PresenceTable,
  settleMsMax: number | undefined,
) {
  const { shared, config, outbound, guard, origins, processId } = base;
  const metrics = createMetricsModule(shared);
  const eventTypes = others.flatMap((module) => module.events ?? []);
  const events = createEventsModule({
    ...shared,
    eventTypes,
    presence,
    settleMsMax,
    processId,
    streamsMax: { ofCredential: config.eventStreamsPerKey, ofTenant: config.eventStreamsPerTenant },
  });
  const webhooks = createWebhooksModule({ ...shared, outbound, guard, origins, eventTypes });
  const workQueues = [...others, webhooks].flatMap((module: Module) => module.queues ?? []);
  const queues = createQueuesModule({ ...money.deps, queues: workQueues });
  return { modules: { metrics, events, webhooks, queues }, eventTypes, workQueues };
}
