/** Test stage for the event log: hand-made events, a stream client that tracks the last id as a browser does, and streams without HTTP. */
import { after } from "node:test";
import { createEventStreams } from "../../src/modules/events/events/events.stream.ts";
import type { Database } from "../../src/platform/db/database.ts";
import { appendEvents } from "../../src/platform/events/log.ts";
import type { StreamSink } from "../../src/platform/http/route.ts";
import { eventually } from "../eventually.ts";
import { startTestApp, type TestTenant } from "../harness.ts";

export const t = await startTestApp();
after(async () => {
  await t.stop();
});

export async function emit(
  tenant: TestTenant,
  type = "contact.created",
  data: Record<string, unknown> = {},
  place: { channelId?: string; conversationId?: string } = {},
): Promise<string> {
  const id = t.app.ids.uuid();
  await t.app.database.withTenant(tenant.id, (tx) => appendEvents(tx, t.clock.now(), [{ id, type, data, ...place }]));
  t.app.wake.hint("events");
  return `evt_${id.replaceAll("-", "")}`;
}

/** The whole log, oldest first, once it can be read: on a shared test cluster another database's transaction may hide it for a moment. */
export async function settled(tenant: TestTenant): Promise<any[]> {
  return (await tenant.api.get("/api/v1/events?after=&limit=100")).body.data;
}

interface Message {
  id: string | undefined;
  event: string | undefined;
  data: any;
  comment: string | undefined;
}

/** A stream client: collects messages, and tracks the last id as a browser does. */
export type Followed = Awaited<ReturnType<typeof follow>>;

/** With a key, or with the credentials in the headers. */
export async function follow(url: string, key: string | null, query = "", headers: Record<string, string> = {}) {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/v1/events/stream${query}`, {
    headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
    signal: abort.signal,
  });
  const messages: Message[] = [];
  const client = {
    response,
    messages,
    lastId: undefined as string | undefined,
    ended: false,
    events: () => messages.filter((m) => m.data !== undefined),
    async until(what: () => boolean) {
      await eventually("the stream shows it", () => what() || Promise.reject(new TypeError(`got ${JSON.stringify(messages.slice(-5))}`)));
    },
    ready: () => client.until(() => messages.some((m) => m.comment === "ready")),
    close: () => abort.abort(),
  };
  void (async () => {
    let text = "";
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        text += decoder.decode(chunk, { stream: true });
        const blocks = text.split("\n\n");
        text = blocks.pop() as string;
        for (const block of blocks) {
          const field = (name: string) =>
            block
              .split("\n")
              .find((line) => line === name || line.startsWith(`${name}:`))
              ?.slice(name.length + 1)
              .trim();
          const data = field("data");
          const id = field("id");
          if (id !== undefined) client.lastId = id === "" ? undefined : id;
          messages.push({
            id,
            event: field("event"),
            data: data === undefined ? undefined : JSON.parse(data),
            comment: block
              .split("\n")
              .find((l) => l.startsWith(":"))
              ?.slice(1)
              .trim(),
          });
        }
      }
    } catch {
      /* aborted by the test */
    }
    client.ended = true;
  })();
  return client;
}

type Streams = ReturnType<typeof createEventStreams>;

/** Streams of events over the app's database, without HTTP. */
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
