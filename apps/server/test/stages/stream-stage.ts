/** Test stage for streams of events without HTTP: streams over the app's database, and clients in memory. */
import { createEventStreams } from "../../src/modules/events/events/events.stream.ts";
import type { Database } from "../../src/platform/db/database.ts";
import type { StreamSink } from "../../src/platform/http/route.ts";
import type { TestTenant } from "../harness.ts";
import { t } from "./event-stage.ts";

type Streams = ReturnType<typeof createEventStreams>;

export function startStreams(options: Parameters<typeof createEventStreams>[1], database: Database = t.app.database): Streams {
  return createEventStreams(
    {
      ...{ database, clock: t.clock, wake: t.app.wake, log: t.app.log, eventReader: t.app.eventReader },
      cleanUpSlots: async () => undefined,
      presence: { onChange: () => () => undefined },
    },
    options,
  );
}

/** With a key of its own, all events; `after`: the id of an event. */
export async function openStream(streams: Streams, tenant: TestTenant, sink: StreamSink, after?: string): Promise<void> {
  await streams.open(
    {
      tenantId: tenant.id,
      credential: { kind: "key", id: t.app.ids.uuid(), actingSessionId: null },
      actor: { kind: "api", id: t.app.ids.uuid() },
      session: null,
      filter: { types: null, channelId: null, conversationId: null },
      presence: false,
      after,
    },
    sink,
  );
}

/** An in-memory client. `reads`: it reads with a delay; otherwise it never reads. */
export function fakeSink(reads: boolean) {
  let text = "";
  let unread = 0;
  let ended = false;
  const sink: StreamSink = {
    write(chunk) {
      text += chunk;
      unread += chunk.length;
      if (reads)
        setTimeout(() => {
          unread -= chunk.length;
        }, 15);
      return !ended;
    },
    buffered: () => unread,
    end: () => {
      ended = true;
    },
    onClose: () => undefined,
  };
  return { sink, text: () => text, ended: () => ended };
}
