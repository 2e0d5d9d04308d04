import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../clock/clock.ts";
import type { Database } from "../db/database.ts";
import { createLoop, type Loop } from "../jobs/loop.ts";
import type { Rest, Wake } from "../jobs/wake.ts";
import type { Log } from "../log/log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { comparePositions, type LoggedEvent, type LogPosition, readLogAfter, readLogEnd, readLogTail, type SizedEvent } from "./tail.ts";

export interface EventReaderDeps {
  database: Pick<Database, "worker">;
  clock: Clock;
  wake: Pick<Wake, "on"> & Partial<Rest>;
  log: Log;
  metrics: Pick<Metrics, "eventLag">;
  /** The process's own clock, for detecting hangs. Tests inject theirs. */
  nowMs?: () => number;
}

/** How much of the log's end is kept in memory. The first limit reached applies. */
export interface ReaderLimits {
  eventsMax: number;
  /** Bytes of `data` as JSON text; in memory it takes some three times that. */
  bytesMax: number;
  /** Age since reading: erased events must not stay in memory for long. */
  ageMsMax: number;
  /** Events fetched at a time. */
  batch: number;
}

const defaults: ReaderLimits = { eventsMax: 10_000, bytesMax: 8_388_608, ageMsMax: 30_000, batch: 1_000 };
/** The fastest consumer's own poll interval, so that events without a wake-up wait no longer than they would for it. */
const pollMs = 150;
/**
 * Pauses between fetches that return something, so that a burst of writes takes few statements: twice as long as the
 * last fetch, within these limits. So a fast database is queried often, a busy one less often.
 */
const pauseMsMin = 1;
const pauseMsUsual = 5;
const pauseMsMax = 50;
/**
 * Committed events that may not be read in order yet, kept in memory and passed to `onFresh`. Those beyond this number
 * wait for their turn.
 */
const earlyMax = 500;
const earlyBytesMax = 4_194_304;
/** An idle consumer still rereads its cursor after this long: it may have been reset. */
const recheckMs = 10_000;
/**
 * A fetch that hangs this long (a dead connection that went unnoticed) blocks nobody: consumers read the table
 * themselves.
 */
const staleMs = 3_000;

/** How a consumer reads: from its own durable cursor, at its own pace. */
export interface EventConsumer {
  /** True: nothing lies beyond this consumer's last position, so the database need not be queried. */
  upToDate(): boolean;
  /** Like `EventReader.read`; also reports the consumer's lag. */
  read(after: LogPosition, limit: number, via?: Pick<Database, "worker">): Promise<LoggedEvent[]>;
  /** The cursor is durably at this position, moved by this or another process. */
  advancedTo(at: LogPosition): void;
  /**
   * The round failed: the next one reads the table, not memory, because an event deleted meanwhile may be the cause.
   */
  failed(): void;
  /** Runs a round; it counts as failed if it throws. */
  attempt<T>(round: () => Promise<T>): Promise<T>;
}

/**
 * The event log, read once per process for all its followers. The log's end is fetched in batches and kept for a while;
 * consumers read from their cursors, and only those with a cursor before the kept part (after a pause, or because they
 * are slow) read the table themselves.
 *
 * The kept part of the log has no gaps: it is read below the oldest running transaction (see readLogAfter), where
 * nothing is added any more. So memory returns the same as the table, except for events deleted since.
 */
export interface EventReader {
  /** For the worker role. `once` (tests): reads what is in the log now. */
  readonly loop: Loop;
  /** Keeps the reader running until the returned function is called: for a consumer in a process without background work. */
  use(): () => void;
  /**
   * The next events beyond a position, in log order, up to `limit`; shared with other consumers, so they must not be
   * modified. While the reader runs, events it has not read yet are not returned: `onBatch` announces them. `via`: the
   * transaction for reading the table, if necessary.
   */
  read(after: LogPosition, limit: number, via?: Pick<Database, "worker">): Promise<LoggedEvent[]>;
  consumer(name: string): EventConsumer;
  /** Called after events were read, once per batch. */
  onBatch(listener: () => void): () => void;
  /**
   * Called with events as soon as they are seen, each once per process. Includes events that are committed but lie
   * beyond a running transaction, which `read` does not return yet. A hint for fast consumers: events from before this
   * process started never arrive, and the order is only approximately the log's.
   */
  onFresh(listener: (events: LoggedEvent[]) => void): () => void;
}

interface BufferedEvent {
  event: LoggedEvent;
  bytes: number;
  readAtMs: number;
}

/** Runs as the cross-tenant worker: one reader serves all tenants, and each event is handled inside its own. */
export function createEventReader(deps: EventReaderDeps, overrides: Partial<ReaderLimits> = {}): EventReader {
  const limits = { ...defaults, ...overrides };
  const { database, clock, nowMs = () => performance.now() } = deps;
  const listeners = new Set<() => void>();
  const freshListeners = new Set<(events: LoggedEvent[]) => void>();
  /** Already passed to `onFresh` but not returned by `read` yet. */
  let early = new Map<string, SizedEvent>();
  let earlyBytes = 0;
  const retryListeners = new Set<() => void>();
  let retryTimer: NodeJS.Timeout | undefined;
  let tookMs = 0;
  /** All events beyond `start`, up to and including `end`. Null: not started. */
  let buffer: { start: LogPosition; end: LogPosition; events: BufferedEvent[]; bytes: number } | null = null;
  let uses = 0;
  let emptyFetches = 0;
  let lastFetchMs = 0;
  /** On the process's own clock: when a fetch last succeeded. */
  let fetchedAtMs = Number.NEGATIVE_INFINITY;
  const isStale = () => nowMs() - fetchedAtMs > staleMs;

  function drop(count: number): void {
    if (buffer === null || count === 0) return;
    const dropped = buffer.events.splice(0, count);
    for (const { bytes } of dropped) buffer.bytes -= bytes;
    const last = dropped.at(-1)?.event;
    if (last !== undefined) buffer.start = { xid: last.xid, id: last.id };
  }

  /** Shrinks to three quarters of an exceeded limit, so that it does not run for every event. */
  function bound(): void {
    if (buffer === null) return;
    const { events } = buffer;
    const oldest = clock.now().getTime() - limits.ageMsMax;
    let count = 0;
    while (count < events.length && (events[count] as BufferedEvent).readAtMs < oldest) count += 1;
    if (events.length > limits.eventsMax) count = Math.max(count, events.length - Math.floor(limits.eventsMax * 0.75));
    if (buffer.bytes > limits.bytesMax) {
      let bytes = buffer.bytes;
      let least = 0;
      while (least < events.length && bytes > limits.bytesMax * 0.75) bytes -= (events[least++] as BufferedEvent).bytes;
      count = Math.max(count, least);
    }
    drop(count);
  }

  /** Index of the first kept event beyond a position. */
  function firstBeyond(events: BufferedEvent[], after: LogPosition): number {
    let [low, high] = [0, events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comparePositions((events[middle] as BufferedEvent).event, after) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  async function fetchTail(): Promise<boolean> {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    const waitMs = Math.min(pauseMsUsual, Math.max(pauseMsMin, 2 * tookMs)) - (performance.now() - lastFetchMs);
    if (uses > 0 && waitMs > 0) await sleep(waitMs);
    if (buffer === null) {
      const end = await readLogEnd(database);
      buffer = { start: end, end, events: [], bytes: 0 };
      early = new Map();
      earlyBytes = 0;
      notifyListeners();
    }
    const into = buffer;
    const startedMs = performance.now();
    const earlyLimit = freshListeners.size === 0 || earlyBytes > earlyBytesMax ? Math.max(1, early.size) : earlyMax;
    const tail = await readLogTail(database, into.end, limits.batch, earlyLimit, early);
    tookMs = performance.now() - startedMs;
    fetchedAtMs = nowMs();
    if (buffer !== into) return false;
    const { events, hiddenSince } = tail;
    const readAtMs = clock.now().getTime();
    // For the whole log: events that nobody may read yet are not a consumer's lag.
    const waitsSince = events[0]?.event.created_at ?? hiddenSince;
    recordLag("reader", waitsSince);
    const fresh = [...events, ...(freshListeners.size === 0 ? [] : tail.early)].filter(({ event }) => !early.has(event.id));
    for (const { event, bytes } of events) {
      into.events.push({ event, bytes, readAtMs });
      into.bytes += bytes;
      into.end = { xid: event.xid, id: event.id };
    }
    if (freshListeners.size > 0) {
      early = new Map(tail.early.map((sized) => [sized.event.id, sized]));
      earlyBytes = tail.early.reduce((sum, { bytes }) => sum + bytes, 0);
    }
    bound();
    if (fresh.length > 0) {
      lastFetchMs = performance.now();
      const freshEvents = fresh.map(({ event }) => event);
      for (const listener of freshListeners) listener(freshEvents);
    }
    if (events.length > 0) notifyListeners();
    if (events.length === limits.batch) return true;
    if (hiddenSince === null) {
      emptyFetches = 0;
      return false;
    }
    // Committed, but beyond a running transaction: fetch again soon, not at the next poll. A wake-up in between still
    // takes effect.
    emptyFetches = events.length > 0 ? 0 : emptyFetches + 1;
    const pauseMs = Math.min(pauseMsMax, pauseMsUsual * 2 ** Math.min(emptyFetches, 4));
    if (uses > 0) {
      retryTimer = setTimeout(() => {
        for (const listener of retryListeners) listener();
      }, pauseMs);
      return false;
    }
    await sleep(pauseMs);
    return true;
  }

  function recordLag(consumer: string, since: Date | null): void {
    deps.metrics.eventLag.set({ consumer }, since === null ? 0 : Math.max(0, clock.now().getTime() - since.getTime()) / 1_000);
  }

  function notifyListeners(): void {
    for (const listener of listeners) listener();
  }

  const fetchLoop = createLoop({
    name: "event reader",
    wake: deps.wake,
    topics: ["events"],
    alsoOn(listener) {
      retryListeners.add(listener);
      return () => retryListeners.delete(listener);
    },
    pollMs,
    restPollMs: 5_000,
    dependsOnMemory: true,
    log: deps.log,
    run: fetchTail,
  });

  function use(): () => void {
    uses += 1;
    fetchLoop.start();
    let used = true;
    return () => {
      if (!used) return;
      used = false;
      uses -= 1;
      if (uses === 0) void release();
    };
  }

  async function release(): Promise<void> {
    await fetchLoop.stop();
    if (uses === 0) clearTimeout(retryTimer);
    // A later user then starts at the log's end, not with everything written in the meantime.
    if (uses === 0) buffer = null;
  }

  async function read(after: LogPosition, limit: number, via: Pick<Database, "worker"> = database): Promise<LoggedEvent[]> {
    if (isStale()) bound();
    if (buffer !== null && comparePositions(after, buffer.start) >= 0) {
      const first = firstBeyond(buffer.events, after);
      const events = buffer.events.slice(first, first + limit).map(({ event }) => event);
      // While the reader is not in use, the kept part is not the log's end.
      if (events.length > 0 || (uses > 0 && !isStale())) return events;
    }
    return readLogAfter(via, after, limit);
  }

  let stopUsing: (() => void) | undefined;
  return {
    loop: {
      ...fetchLoop,
      start: () => {
        stopUsing ??= use();
      },
      async stop() {
        stopUsing?.();
        stopUsing = undefined;
        if (uses === 0) await release();
      },
    },
    use,
    read,
    consumer(name) {
      let position: LogPosition | null = null;
      let positionAtMs = 0;
      let fromTable = false;
      const consumer: EventConsumer = {
        upToDate() {
          if (uses === 0 || buffer === null || position === null || isStale() || comparePositions(position, buffer.end) < 0) return false;
          if (Math.abs(clock.now().getTime() - positionAtMs) > recheckMs) return false;
          recordLag(name, null);
          return true;
        },
        async read(after, limit, via) {
          const events = fromTable ? await readLogAfter(via ?? database, after, limit) : await read(after, limit, via);
          recordLag(name, events[0]?.created_at ?? null);
          return events;
        },
        advancedTo(at) {
          // A copy, because the position may be an event, and no event is kept beyond the bounds.
          position = { xid: at.xid, id: at.id };
          fromTable = false;
          positionAtMs = clock.now().getTime();
        },
        failed() {
          position = null;
          fromTable = true;
        },
        async attempt(round) {
          try {
            return await round();
          } catch (error) {
            consumer.failed();
            throw error;
          }
        },
      };
      return consumer;
    },
    onBatch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onFresh(listener) {
      freshListeners.add(listener);
      return () => freshListeners.delete(listener);
    },
  };
}
