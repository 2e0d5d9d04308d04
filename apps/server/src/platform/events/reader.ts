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
  /** The process's own clock, for what hangs. Tests inject theirs. */
  nowMs?: () => number;
}

/** How much of the log's end is kept in memory. Whatever bound is reached first counts. */
export interface ReaderLimits {
  eventsMax: number;
  /** Of `data` as JSON text; in memory it is some three times that. */
  bytesMax: number;
  /** By the clock, since it was read: what was erased must not stay in memory for long. */
  ageMsMax: number;
  /** Events read at a time. */
  batch: number;
}

const defaults: ReaderLimits = { eventsMax: 10_000, bytesMax: 8_388_608, ageMsMax: 30_000, batch: 1_000 };
/** The quickest consumer's own poll, so that events that nobody hints at wait no longer than they would for it. */
const pollMs = 150;
/**
 * It rests between looks that bring something, so that a burst of writes is read in few statements: twice as long as the last look took, within these bounds. A
 * machine with time to spare is quick, one without is asked less.
 */
const restMsMin = 1;
const restMs = 5;
const restMsMax = 50;
/** Committed events that may not be read in order yet, kept in memory and told to `onFresh`. Those beyond wait for their turn. */
const earlyMax = 500;
const earlyBytesMax = 4_194_304;
/** A consumer that has nothing to do looks at its cursor again after this long all the same: somebody may have set it back. */
const recheckMs = 10_000;
/** A look that has not ended for so long (a connection that is dead and does not know) holds nobody up: consumers read the table by themselves. */
const staleMs = 3_000;

/** How a consumer reads: from its own durable cursor, at its own pace. */
export interface EventConsumer {
  /** True: nothing lies beyond where this consumer stood last, so that the database need not be asked. */
  upToDate(): boolean;
  /** As `EventReader.read`; and says how far behind the consumer is. */
  read(after: LogPosition, limit: number, via?: Pick<Database, "worker">): Promise<LoggedEvent[]>;
  /** Its cursor stands here, durably: by its own doing, or by that of another process. */
  stands(at: LogPosition): void;
  /** Its round failed: the next one reads the table, not memory, because an event that was deleted meanwhile may be why. */
  failed(): void;
  /** Runs a round that counts as failed when it throws. */
  attempt<T>(round: () => Promise<T>): Promise<T>;
}

/**
 * The event log, read once per process for all that follow it. The log's end is read in batches and kept for a while; consumers ask from their cursors,
 * and only those whose cursor lies before what is kept (after a pause, or because they are slow) read the table by themselves.
 *
 * What is kept is a part of the log without holes: it is read below the oldest transaction that still runs (see readLogAfter), where nothing is added
 * any more. So an answer from memory is the one the table would give, but for events that were deleted since.
 */
export interface EventReader {
  /** For the worker role. `once` (tests): what is in the log now is read. */
  readonly loop: Loop;
  /** Keeps it reading until the returned function is called: for whoever reads in a process without background work. */
  use(): () => void;
  /**
   * The next events beyond a position, in log order, up to `limit`; shared with other consumers and not to be changed. While the reader runs, what it has not
   * read yet is not there yet: `onNews` tells. `via`: the transaction in which the table is read, should it have to be.
   */
  read(after: LogPosition, limit: number, via?: Pick<Database, "worker">): Promise<LoggedEvent[]>;
  consumer(name: string): EventConsumer;
  /** Called when events were read, once a batch. */
  onNews(listener: () => void): () => void;
  /**
   * Called with events as soon as they are seen, each once per process: also with those that are committed but lie beyond a transaction that still runs, which
   * `read` does not give yet. A hint for whoever wants to be quick: what this process was not there to see never comes, and the order is nearly that of the log.
   */
  onFresh(listener: (events: LoggedEvent[]) => void): () => void;
}

interface Kept {
  event: LoggedEvent;
  bytes: number;
  readAtMs: number;
}

/** As the cross-tenant worker: one reader serves all tenants, and what is done with an event is done inside its own. */
export function createEventReader(deps: EventReaderDeps, given: Partial<ReaderLimits> = {}): EventReader {
  const limits = { ...defaults, ...given };
  const { database, clock, nowMs = () => performance.now() } = deps;
  const listeners = new Set<() => void>();
  const freshListeners = new Set<(events: LoggedEvent[]) => void>();
  /** What `onFresh` was told and `read` does not give yet. */
  let early = new Map<string, SizedEvent>();
  let earlyBytes = 0;
  const nudges = new Set<() => void>();
  let nudge: NodeJS.Timeout | undefined;
  let tookMs = 0;
  /** All events beyond `start`, up to and including `end`. Null: not begun. */
  let kept: { start: LogPosition; end: LogPosition; events: Kept[]; bytes: number } | null = null;
  let uses = 0;
  let rests = 0;
  let lookedAtMs = 0;
  /** On the process's own clock: when a look last ended well. */
  let knewAtMs = Number.NEGATIVE_INFINITY;
  const isStale = () => nowMs() - knewAtMs > staleMs;

  function drop(count: number): void {
    if (kept === null || count === 0) return;
    const dropped = kept.events.splice(0, count);
    for (const { bytes } of dropped) kept.bytes -= bytes;
    const last = dropped.at(-1)?.event;
    if (last !== undefined) kept.start = { xid: last.xid, id: last.id };
  }

  /** Down to three quarters of a bound that is passed, so that it is not done for every event. */
  function bound(): void {
    if (kept === null) return;
    const { events } = kept;
    const oldest = clock.now().getTime() - limits.ageMsMax;
    let count = 0;
    while (count < events.length && (events[count] as Kept).readAtMs < oldest) count += 1;
    if (events.length > limits.eventsMax) count = Math.max(count, events.length - Math.floor(limits.eventsMax * 0.75));
    if (kept.bytes > limits.bytesMax) {
      let bytes = kept.bytes;
      let least = 0;
      while (least < events.length && bytes > limits.bytesMax * 0.75) bytes -= (events[least++] as Kept).bytes;
      count = Math.max(count, least);
    }
    drop(count);
  }

  /** Index of the first kept event beyond a position. */
  function firstBeyond(events: Kept[], after: LogPosition): number {
    let [low, high] = [0, events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comparePositions((events[middle] as Kept).event, after) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  async function look(): Promise<boolean> {
    clearTimeout(nudge);
    nudge = undefined;
    const waitMs = Math.min(restMs, Math.max(restMsMin, 2 * tookMs)) - (performance.now() - lookedAtMs);
    if (uses > 0 && waitMs > 0) await sleep(waitMs);
    if (kept === null) {
      const end = await readLogEnd(database);
      kept = { start: end, end, events: [], bytes: 0 };
      early = new Map();
      earlyBytes = 0;
      tell();
    }
    const into = kept;
    const begunMs = performance.now();
    const earlyRoom = freshListeners.size === 0 || earlyBytes > earlyBytesMax ? Math.max(1, early.size) : earlyMax;
    const tail = await readLogTail(database, into.end, limits.batch, earlyRoom, early);
    tookMs = performance.now() - begunMs;
    knewAtMs = nowMs();
    if (kept !== into) return false;
    const { events, hiddenSince } = tail;
    const readAtMs = clock.now().getTime();
    // Of the whole log: what consumers have not read because nobody may read it yet is no lag of theirs.
    const waitsSince = events[0]?.event.created_at ?? hiddenSince;
    tellLag("reader", waitsSince);
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
      lookedAtMs = performance.now();
      const told = fresh.map(({ event }) => event);
      for (const listener of freshListeners) listener(told);
    }
    if (events.length > 0) tell();
    if (events.length === limits.batch) return true;
    if (hiddenSince === null) {
      rests = 0;
      return false;
    }
    // Committed, but behind a transaction that still runs: look again soon, not at the next poll. A hint of something new comes through meanwhile.
    rests = events.length > 0 ? 0 : rests + 1;
    const restsMs = Math.min(restMsMax, restMs * 2 ** Math.min(rests, 4));
    if (uses > 0) {
      nudge = setTimeout(() => {
        for (const listener of nudges) listener();
      }, restsMs);
      return false;
    }
    await sleep(restsMs);
    return true;
  }

  function tellLag(consumer: string, since: Date | null): void {
    deps.metrics.eventLag.set({ consumer }, since === null ? 0 : Math.max(0, clock.now().getTime() - since.getTime()) / 1_000);
  }

  function tell(): void {
    for (const listener of listeners) listener();
  }

  const looking = createLoop({
    name: "event reader",
    wake: deps.wake,
    topics: ["events"],
    alsoOn(listener) {
      nudges.add(listener);
      return () => nudges.delete(listener);
    },
    pollMs,
    restPollMs: 5_000,
    remembers: true,
    log: deps.log,
    run: look,
  });

  function use(): () => void {
    uses += 1;
    looking.start();
    let used = true;
    return () => {
      if (!used) return;
      used = false;
      uses -= 1;
      if (uses === 0) void rest();
    };
  }

  async function rest(): Promise<void> {
    await looking.stop();
    if (uses === 0) clearTimeout(nudge);
    // Whoever comes back later begins at the log's end then, not with all that was written meanwhile.
    if (uses === 0) kept = null;
  }

  async function read(after: LogPosition, limit: number, via: Pick<Database, "worker"> = database): Promise<LoggedEvent[]> {
    if (isStale()) bound();
    if (kept !== null && comparePositions(after, kept.start) >= 0) {
      const first = firstBeyond(kept.events, after);
      const events = kept.events.slice(first, first + limit).map(({ event }) => event);
      // While nobody keeps it reading, what it has is not the log's end.
      if (events.length > 0 || (uses > 0 && !isStale())) return events;
    }
    return readLogAfter(via, after, limit);
  }

  let stopUsing: (() => void) | undefined;
  return {
    loop: {
      ...looking,
      start: () => {
        stopUsing ??= use();
      },
      async stop() {
        stopUsing?.();
        stopUsing = undefined;
        if (uses === 0) await rest();
      },
    },
    use,
    read,
    consumer(name) {
      let stood: LogPosition | null = null;
      let stoodAtMs = 0;
      let fromTable = false;
      const consumer: EventConsumer = {
        upToDate() {
          if (uses === 0 || kept === null || stood === null || isStale() || comparePositions(stood, kept.end) < 0) return false;
          if (Math.abs(clock.now().getTime() - stoodAtMs) > recheckMs) return false;
          tellLag(name, null);
          return true;
        },
        async read(after, limit, via) {
          const events = fromTable ? await readLogAfter(via ?? database, after, limit) : await read(after, limit, via);
          tellLag(name, events[0]?.created_at ?? null);
          return events;
        },
        stands(at) {
          // Not the event itself, should it be one: nothing is kept beyond the bounds.
          stood = { xid: at.xid, id: at.id };
          fromTable = false;
          stoodAtMs = clock.now().getTime();
        },
        failed() {
          stood = null;
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
    onNews(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onFresh(listener) {
      freshListeners.add(listener);
      return () => freshListeners.delete(listener);
    },
  };
}
