import type { PresenceTable } from "#modules/inbox/presence/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { EventReader } from "#platform/events/reader.ts";
import type { EventType } from "#platform/events/types.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { eventTypeNames } from "./event-catalog.ts";
import { settleMsMaxDefault } from "./events.queries.ts";
import { eventRoutes } from "./events.routes.ts";
import { createEventStreams, type StreamLimits } from "./events.stream.ts";
import { createStreamSlots, type StreamSlotLimits } from "./stream-slots.ts";

export { eventTypeNames, promisedEventTypes } from "./event-catalog.ts";
export { renderEvent } from "./events.render.ts";
export { EventEnvelope } from "./events.schema.ts";

/** The event log in the API: the list and the live stream. */
export function createEventsModule(deps: {
  database: Database;
  clock: Clock;
  wake: Wake;
  eventReader: EventReader;
  presence: Pick<PresenceTable, "onChange">;
  pager: Pager;
  log: Log;
  /** Those of all modules; filters also accept the interface's types whose module is not installed. */
  eventTypes?: readonly EventType[];
  limits?: Partial<StreamLimits>;
  ids: IdSource;
  processId: string;
  streamsMax: StreamSlotLimits;
  /** See settleEvents. */
  settleMsMax?: number | undefined;
}) {
  const places = createStreamSlots({ ...deps, max: deps.streamsMax });
  const streams = createEventStreams({ ...deps, cleanUpSlots: places.cleanUp }, deps.limits);
  return {
    routes: eventRoutes(streams, places, deps.pager, eventTypeNames(deps.eventTypes ?? []), deps.settleMsMax ?? settleMsMaxDefault),
    /** Open streams of this process. */
    streams: () => streams.size(),
    /** Ends all streams; call it when the server starts to close. */
    async close() {
      await streams.close();
      await places.close();
    },
  };
}
