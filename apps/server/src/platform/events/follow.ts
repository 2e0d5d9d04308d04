import type { Clock } from "../clock/clock.ts";
import { retryConflicts } from "../db/conflicts.ts";
import { type Database, isConnectionFailure, type Tx } from "../db/database.ts";
import type { Log } from "../log/log.ts";
import { ensureCursor, moveCursorFrom, readCursor } from "./cursors.ts";
import type { EventReader } from "./reader.ts";
import type { LoggedEvent, LogPosition } from "./tail.ts";

export interface FollowDeps {
  database: Pick<Database, "worker" | "withTenant">;
  clock: Clock;
  log: Log;
  eventReader: Pick<EventReader, "consumer">;
}

export interface FollowRule<News> {
  /** The name of its cursor and the label of its lag. */
  consumer: string;
  eventBatch: number;
  /** Which of these tenants' events matter. Called once per batch. */
  tenantsConcerned(tenantIds: string[]): Promise<ReadonlySet<string>>;
  /** What one tenant's events mean for the follower; null: nothing. Pure. */
  read(events: LoggedEvent[]): News | null;
  /**
   * Applies it inside the tenant. Repeated after a crash, and late if another process was faster; it must have no
   * effect then. Never runs concurrently for the same tenant. `upTo`: the last event that was read.
   */
  apply(tx: Tx, news: News, upTo: LogPosition): Promise<void>;
}

/** Tries of a batch whose transaction fails. The loop pauses in between. */
export const followTriesMax = 5;

/**
 * Follows the event log for all tenants, and applies events inside each. No transaction stays open while other tenants
 * are processed: the database would end an idle one, and until then it would hold back all readers of the log. Effects
 * are committed before the cursor moves, and only a process that started at the cursor's position moves it.
 *
 * A tenant whose transaction fails does not delay the others for long: they have their own transactions, the batch is
 * retried, and finally the events that cannot be applied are skipped and logged as errors.
 */
export function createFollower<News>(deps: FollowDeps, rule: FollowRule<News>): () => Promise<boolean> {
  const { database, log } = deps;
  const { consumer } = rule;
  const reading = deps.eventReader.consumer(consumer);
  let cursorMade = false;
  let failedAt = "";
  let tries = 0;

  /** False: another process is working on this tenant. */
  async function applyOf(tenantId: string, events: LoggedEvent[]): Promise<boolean> {
    const news = rule.read(events);
    const last = events.at(-1);
    if (news === null || last === undefined) return true;
    return retryConflicts(() =>
      database.withTenant(tenantId, async (tx) => {
        const [row] = await tx.query<{ held: boolean }>({
          name: "event_follow_hold",
          text: "select pg_try_advisory_xact_lock(hashtextextended('follow ' || $2::text || ' ' || $1::text, 0)) as held",
          values: [tenantId, consumer],
        });
        if (row?.held !== true) return false;
        await rule.apply(tx, news, last);
        return true;
      }),
    );
  }

  /** Applies all events except those that fail, which are found by bisection. */
  async function applyMost(tenantId: string, events: LoggedEvent[]): Promise<boolean> {
    try {
      return await applyOf(tenantId, events);
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      const [event] = events;
      if (events.length > 1) {
        const half = events.length >> 1;
        return (await applyMost(tenantId, events.slice(0, half))) && applyMost(tenantId, events.slice(half));
      }
      log.error({ err: error, consumer, tenantId, event: event?.id, type: event?.type }, "an event is skipped: it cannot be applied");
      return true;
    }
  }

  /** Processes one batch; true if there may be more. */
  return async function run(): Promise<boolean> {
    if (!cursorMade) await ensureCursor(database, consumer, deps.clock.now());
    cursorMade = true;
    if (reading.upToDate()) return false;
    const cursor = await readCursor(database, consumer);
    const events = await reading.read(cursor, rule.eventBatch);
    const last = events.at(-1);
    if (last === undefined) {
      reading.advancedTo(cursor);
      return false;
    }
    const byTenant = Map.groupBy(events, (event) => event.tenant_id);
    const cursorText = `${cursor.xid}/${cursor.id}`;
    const apply = failedAt === cursorText && tries + 1 >= followTriesMax ? applyMost : applyOf;
    let failed = false;
    for (const tenantId of await rule.tenantsConcerned([...byTenant.keys()])) {
      try {
        if (!(await apply(tenantId, byTenant.get(tenantId) ?? []))) return false;
      } catch (error) {
        if (isConnectionFailure(error)) throw error;
        failed = true;
        reading.failed();
        log.warn({ err: error, consumer, tenantId }, "a tenant's events could not be applied; they are retried");
      }
    }
    if (failed) {
      tries = failedAt === cursorText ? tries + 1 : 1;
      failedAt = cursorText;
      return false;
    }
    if (await moveCursorFrom((statement) => database.worker(statement), consumer, cursor, last, deps.clock.now())) reading.advancedTo(last);
    return events.length === rule.eventBatch;
  };
}
