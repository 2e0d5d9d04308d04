import { setTimeout as sleep } from "node:timers/promises";
import { mayBeRestricted, readViewer, type TenantPair, viewerName, visibleConversations } from "#modules/inbox/visibility/index.ts";
import type { PresenceTable } from "#modules/inbox/presence/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { EventReader } from "#platform/events/reader.ts";
import { comparePositions, type LoggedEvent, type LogPosition, logStart, readLogEnd } from "#platform/events/tail.ts";
import type { Context } from "#platform/http/context.ts";
import type { StreamSink } from "#platform/http/route.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { createLoop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { type EventFilter, matches } from "./events.filter.ts";
import { findEventPosition, lastEventUpTo, listEvents } from "./events.queries.ts";
import { renderEvent } from "./events.render.ts";
import { type StreamCredential, withoutCredential } from "./stream-credentials.ts";
import { createCatchUpPlaces } from "./stream-catch-ups.ts";
import { streamPresence } from "./stream-presence.ts";

/**
 * The live form of the event log. One reader per process follows the log of all tenants while any stream is open, and passes each event to
 * the streams of its tenant. A stream that resumes first reads what it missed from the log, page by page; meanwhile, events from the reader
 * wait in `pending`. Because the log has one order and every stream keeps its position in it, the two join without a gap or a repetition.
 */
export interface EventStreams {
  open(request: StreamRequest, sink: StreamSink): Promise<void>;
  /** Ends all streams and stops reading. */
  close(): Promise<void>;
  /** The number of open streams. */
  size(): number;
}

export interface StreamRequest {
  tenantId: string;
  /** The API key or session, which must remain valid. */
  credential: StreamCredential;
  /** Whose visibility applies; without a session (for a key) everything is visible. */
  actor: Context["actor"];
  session: Context["session"];
  filter: EventFilter;
  /** Whether the stream includes presence. */
  presence: boolean;
  /** `evt_…` of the client's last event; undefined: live from now. */
  after: string | undefined;
}

export interface StreamLimits {
  /** Unread bytes that a client may accumulate; above, it gets no more until it has read. */
  bufferBytesMax: number;
  /** Events that may wait while a stream catches up; above, it reads the log again. */
  pendingMax: number;
  pageSize: number;
  /** Pages read from the log concurrently: after a restart all clients reconnect at once. A tenant gets half of them at most. */
  catchUpsMax: number;
  /** How long a client with that much unread may read nothing at all. */
  stallMsMax: number;
  pollMs: number;
  keyCheckMs: number;
}

const defaults: StreamLimits = {
  bufferBytesMax: 1_048_576,
  pendingMax: 1_000,
  pageSize: 200,
  catchUpsMax: 4,
  stallMsMax: 5_000,
  pollMs: 500,
  keyCheckMs: 20_000,
};
const tailBatch = 500;

interface Subscriber {
  readonly tenantId: string;
  readonly credential: StreamCredential;
  readonly reader: Pick<Context, "actor" | "session">;
  readonly filter: EventFilter;
  readonly presence: boolean;
  readonly sink: StreamSink;
  /** Everything up to here was sent or does not concern this stream. */
  position: LogPosition | null;
  /** Not null while it catches up. */
  pending: LoggedEvent[] | null;
  /** `pending` overflowed: the log must be read again before going live. */
  overflowed: boolean;
  ended: boolean;
}

/** By viewerName; null: every conversation of the tenant. */
type Visibility = Map<string, ReadonlySet<string> | null>;

export function createEventStreams(
  deps: {
    database: Database;
    clock: Clock;
    wake: Wake;
    log: Log;
    eventReader: EventReader;
    presence: Pick<PresenceTable, "onChange">;
    cleanUpSlots(): Promise<void>;
  },
  overrides: Partial<StreamLimits> = {},
): EventStreams {
  const limits = { ...defaults, ...overrides };
  const byTenant = new Map<string, Set<Subscriber>>();
  let count = 0;
  let closed = false;
  /** The reader's position; null without open streams. */
  let position: LogPosition | null = null;
  let starting: Promise<void> | undefined;
  let keyTimer: NodeJS.Timeout | undefined;
  let unsubscribe: (() => void)[] | undefined;
  /** This process reads the log while it has open streams, regardless of its role. */
  let restReader: (() => void) | undefined;
  const catchUpPlaces = createCatchUpPlaces(limits.catchUpsMax);

  const tail = createLoop({
    name: "event stream tail",
    wake: deps.wake,
    topics: [],
    alsoOn: (listener) => deps.eventReader.onBatch(listener),
    pollMs: limits.pollMs,
    log: deps.log,
    async run() {
      if (count === 0 || closed) return false;
      const from = await tailPosition();
      const events = await deps.eventReader.read(from, tailBatch);
      const seen = await readVisibility(events);
      // All streams ended and a new one opened meanwhile: another position counts now.
      if (position !== from) return count > 0;
      for (const event of events) distribute(event, seen);
      position = events.at(-1) ?? from;
      return events.length === tailBatch;
    },
  });

  /** The reader's position; it starts at the end of the log. */
  async function tailPosition(): Promise<LogPosition> {
    while (position === null) {
      starting ??= readLogEnd(deps.database)
        .then((end) => {
          position ??= end;
        })
        .finally(() => {
          starting = undefined;
        });
      await starting;
    }
    return position;
  }

  /**
   * Which conversations of these events the restricted viewers may see, by viewerName, under the current settings and assignments. Repeated
   * for streams that opened during the query, so that no event is sent unchecked.
   */
  async function readVisibility(events: readonly Pick<LoggedEvent, "tenant_id" | "conversation_id">[]): Promise<Visibility> {
    const seen: Visibility = new Map();
    const conversations = new Map<string, TenantPair>();
    for (const { tenant_id: tenantId, conversation_id: id } of events) if (id !== null) conversations.set(id, { tenantId, id });
    const tenants = new Set([...conversations.values()].map(({ tenantId }) => tenantId));
    for (;;) {
      const people = new Map<string, TenantPair>();
      for (const tenantId of tenants) {
        for (const { reader } of byTenant.get(tenantId) ?? []) {
          const name = viewerName(tenantId, reader.actor.id);
          if (mayBeRestricted(reader) && !seen.has(name)) people.set(name, { tenantId, id: reader.actor.id });
        }
      }
      if (people.size === 0) return seen;
      const found = await visibleConversations(deps.database, [...people.values()], [...conversations.values()]);
      // A viewer missing from the result sees nothing: fail closed.
      for (const name of people.keys()) seen.set(name, found.get(name) === undefined ? new Set() : (found.get(name) ?? null));
    }
  }

  function canSee(subscriber: Subscriber, conversationId: string | null, seen: Visibility): boolean {
    if (conversationId === null || !mayBeRestricted(subscriber.reader)) return true;
    const conversations = seen.get(viewerName(subscriber.tenantId, subscriber.reader.actor.id));
    return conversations === null || conversations?.has(conversationId) === true;
  }

  /** Same rule as listEvents. */
  function canSeeEvent(subscriber: Subscriber, event: LoggedEvent, seen: Visibility): boolean {
    if (canSee(subscriber, event.conversation_id, seen)) return true;
    return event.type.startsWith("ticket.") && event.data["assigneeId"] === wireId("agt", subscriber.reader.actor.id);
  }

  function distribute(event: LoggedEvent, seen: Visibility): void {
    const subscribers = byTenant.get(event.tenant_id);
    if (subscribers === undefined) return;
    let chunk: string | undefined;
    for (const subscriber of subscribers) {
      if (!canSeeEvent(subscriber, event, seen)) continue;
      if (subscriber.pending !== null) {
        if (subscriber.pending.length < limits.pendingMax) subscriber.pending.push(event);
        else {
          subscriber.pending = [];
          subscriber.overflowed = true;
        }
        continue;
      }
      if (!isNew(subscriber, event)) continue;
      chunk ??= encode(event);
      show(subscriber, chunk);
    }
  }

  const presenceStream = streamPresence({
    table: deps.presence,
    log: deps.log,
    listeners: (tenantId) => byTenant.get(tenantId) ?? [],
    readVisibility,
    canSee,
    bufferBytesMax: limits.bufferBytesMax,
  });

  /** Advances the stream's position; true when it must send the event. */
  function isNew(subscriber: Subscriber, event: LoggedEvent): boolean {
    if (subscriber.position !== null && comparePositions(event, subscriber.position) <= 0) return false;
    subscriber.position = { xid: event.xid, id: event.id };
    return matches(subscriber.filter, event);
  }

  function show(subscriber: Subscriber, chunk: string): void {
    subscriber.sink.write(chunk);
    if (subscriber.sink.buffered() <= limits.bufferBytesMax || subscriber.pending !== null) return;
    // A burst, or a client that stopped reading: from here on it is served from the log again, at its own pace.
    subscriber.pending = [];
    subscriber.overflowed = true;
    catchUp(subscriber).then(
      () => goLive(subscriber),
      (error: unknown) => failed(subscriber, error),
    );
  }

  function tooSlow(subscriber: Subscriber): void {
    if (subscriber.ended) return;
    subscriber.sink.write(resetChunk("too_slow"));
    end(subscriber);
  }

  function failed(subscriber: Subscriber, error: unknown): void {
    deps.log.warn({ err: error }, "an event stream failed; the client reconnects");
    end(subscriber);
  }

  function end(subscriber: Subscriber): void {
    if (subscriber.ended) return;
    leave(subscriber);
    subscriber.sink.end();
  }

  function join(subscriber: Subscriber): void {
    const set = byTenant.get(subscriber.tenantId) ?? new Set();
    byTenant.set(subscriber.tenantId, set.add(subscriber));
    count += 1;
    restReader ??= deps.eventReader.use();
    tail.start();
    keyTimer ??= setInterval(() => void checkKeys(), limits.keyCheckMs).unref();
    unsubscribe ??= [deps.wake.on("keys", () => void checkKeys()), deps.wake.on("sessions", () => void checkKeys())];
  }

  function leave(subscriber: Subscriber): void {
    if (subscriber.ended) return;
    subscriber.ended = true;
    const set = byTenant.get(subscriber.tenantId);
    set?.delete(subscriber);
    if (set?.size === 0) byTenant.delete(subscriber.tenantId);
    count -= 1;
    if (count > 0) return;
    position = null;
    restReader?.();
    restReader = undefined;
    clearInterval(keyTimer);
    keyTimer = undefined;
    for (const off of unsubscribe ?? []) off();
    unsubscribe = undefined;
  }

  /** A revoked credential must not keep reading until its stream's maximum age. */
  async function checkKeys(): Promise<void> {
    void deps.cleanUpSlots();
    const open = [...byTenant.values()].flatMap((set) => [...set]);
    try {
      for (const subscriber of await withoutCredential(deps.database, open, deps.clock.now())) end(subscriber);
    } catch (error) {
      deps.log.warn({ err: error }, "the credentials of event streams could not be checked; it is retried");
    }
  }

  async function begin(subscriber: Subscriber, after: string | undefined): Promise<void> {
    // In this order: the stream is registered (so nothing from the reader is lost), the reader gets a position, then
    // the log is read.
    const live = await tailPosition();
    if (subscriber.ended) return;
    if (after !== undefined) {
      const id = parseWireId("evt", after);
      const found = id === null ? null : await deps.database.withTenant(subscriber.tenantId, (tx) => findEventPosition(tx, id));
      if (found !== null) {
        subscriber.position = found;
        await catchUp(subscriber);
        if (subscriber.ended) return;
        subscriber.sink.write(": ready\n\n");
        return goLive(subscriber);
      }
    }
    subscriber.position = live;
    const last = await deps.database.withTenant(subscriber.tenantId, (tx) => lastEventUpTo(tx, live));
    if (subscriber.ended) return;
    if (after !== undefined) subscriber.sink.write(resetChunk("unknown_event"));
    // An id without data displays nothing, but is where the client resumes if the connection breaks before the first event.
    subscriber.sink.write(`: ready\nid: ${wireId("evt", last ?? logStart.id)}\n\n`);
    goLive(subscriber);
  }

  /** Sends what the log holds beyond the stream's position, as fast as the client reads. */
  async function catchUp(subscriber: Subscriber): Promise<void> {
    for (;;) {
      subscriber.overflowed = false;
      for (let full = true; full; ) {
        if (!(await waitForDrain(subscriber))) return tooSlow(subscriber);
        if (subscriber.ended) return;
        const page = await catchUpPlaces.run(subscriber.tenantId, () =>
          deps.database.withTenant(subscriber.tenantId, async (tx) =>
            listEvents(
              tx,
              subscriber.filter,
              "oldest first",
              subscriber.position,
              limits.pageSize,
              await readViewer({ ...subscriber.reader, tx }),
            ),
          ),
        );
        for (const event of page) {
          if (!(await waitForDrain(subscriber))) return tooSlow(subscriber);
          if (subscriber.ended) return;
          subscriber.position = { xid: event.xid, id: event.id };
          subscriber.sink.write(encode(event));
        }
        full = page.length === limits.pageSize;
      }
      if (!subscriber.overflowed) return;
    }
  }

  /** Waits until the client has read half of the allowed unread bytes; false if it reads nothing for too long. */
  async function waitForDrain(subscriber: Subscriber): Promise<boolean> {
    let least = subscriber.sink.buffered();
    if (least <= limits.bufferBytesMax / 2) return true;
    for (let stalledMs = 0; !subscriber.ended; stalledMs += 20) {
      await sleep(20);
      const buffered = subscriber.sink.buffered();
      if (buffered <= limits.bufferBytesMax / 2) return true;
      if (buffered < least) {
        least = buffered;
        stalledMs = 0;
      }
      if (stalledMs >= limits.stallMsMax) return false;
    }
    return true;
  }

  function goLive(subscriber: Subscriber): void {
    const pending = subscriber.pending ?? [];
    subscriber.pending = null;
    for (const event of pending) {
      if (subscriber.ended) return;
      if (isNew(subscriber, event)) show(subscriber, encode(event));
    }
  }

  return {
    async open({ tenantId, credential, actor, session, filter, presence, after }, sink) {
      if (closed) return sink.end();
      const reader = { actor, session };
      const subscriber: Subscriber = {
        ...{ tenantId, credential, reader, filter, presence, sink },
        ...{ position: null, pending: [], overflowed: false, ended: false },
      };
      sink.onClose(() => leave(subscriber));
      join(subscriber);
      // Not awaited: catching up may take longer than a request may.
      begin(subscriber, after).catch((error: unknown) => failed(subscriber, error));
    },
    async close() {
      closed = true;
      for (const subscriber of [...byTenant.values()].flatMap((set) => [...set])) end(subscriber);
      await tail.stop();
      await presenceStream.close();
    },
    size: () => count,
  };
}

function encode(event: LoggedEvent): string {
  return `id: ${wireId("evt", event.id)}\nevent: ${event.type}\ndata: ${JSON.stringify(renderEvent(event))}\n\n`;
}

/** The client's state has a gap: it must reload what it shows. */
function resetChunk(reason: "unknown_event" | "too_slow"): string {
  return `event: reset\ndata: ${JSON.stringify({ reason })}\n\n`;
}
