import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { type LoggedEvent, readLogAfter } from "#platform/events/tail.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import type { SlaSubject } from "./choice.ts";
import type { Step } from "./clock.ts";
import type { Happened, Tracked, Tracking } from "./tracking.ts";
import * as queries from "./tracking.queries.ts";

export interface WatchingDeps {
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
  metrics: Pick<Metrics, "eventLag">;
  /** Writes what was missed where it is looked for: event, activity, notifications. By the modules whose subjects they are. */
  tell(subject: SlaSubject, tx: Tx, now: Date, missed: Tracked[]): Promise<void>;
}

const eventBatch = 250;
const dueMax = 200;
/** How late clocks follow a conversation, and how late a missed target is told. */
const pollMs = 1_000;

/**
 * Lets the clocks of conversations follow the event log, and finds what was missed. The log is followed by one process at a time, which holds the
 * cursor; rows are committed before it moves and know their place in the log, so a crash in between counts nothing twice. What was missed is found by index,
 * under the lock of its row, by any number of processes.
 */
export function createWatchLoop(deps: WatchingDeps, tracking: Tracking): Loop {
  let cursorMade = false;

  async function follow(): Promise<{ more: boolean; told: boolean }> {
    if (!cursorMade) {
      await queries.ensureCursor(deps.database, deps.clock.now());
      cursorMade = true;
    }
    // As the cross-tenant worker: one reader serves all tenants. What is written is written inside each.
    return deps.database.workerTransaction(async (query) => {
      const cursor = await queries.lockCursor(query);
      if (cursor === null) return { more: false, told: false };
      const now = deps.clock.now();
      const events = await readLogAfter({ worker: query }, cursor, eventBatch);
      const [first, last] = [events[0], events.at(-1)];
      const lagMs = first === undefined ? 0 : Math.max(0, now.getTime() - first.created_at.getTime());
      deps.metrics.eventLag.set({ consumer: "sla" }, lagMs / 1_000);
      if (last === undefined) return { more: false, told: false };
      const byTenant = Map.groupBy(events, (event) => event.tenant_id);
      const concerned = await queries.tenantsWithPolicies({ worker: query }, [...byTenant.keys()]);
      let told = false;
      for (const tenantId of concerned) {
        const happened = happenings(byTenant.get(tenantId) ?? []);
        if (happened.length === 0) continue;
        told =
          (await deps.database.withTenant(tenantId, async (tx) => {
            const tracked = await tracking.track(tx, now, "conversations", happened, last);
            return tellMissed("conversations", tx, now, tracked);
          })) || told;
      }
      await queries.moveCursor(query, last, now);
      return { more: events.length === eventBatch, told };
    });
  }

  async function findMissed(subject: SlaSubject): Promise<{ more: boolean; told: boolean }> {
    const now = deps.clock.now();
    const due = await queries.listDue(deps.database, subject, now, dueMax);
    let told = false;
    for (const [tenantId, rows] of Map.groupBy(due, (row) => row.tenant_id)) {
      const found = await deps.database.withTenant(tenantId, async (tx) => {
        const ids = rows.map((row) => row.id);
        return tellMissed(subject, tx, now, await tracking.check(tx, now, subject, ids));
      });
      told ||= found;
    }
    // Rows that somebody holds locked are left: without progress the poll is soon enough.
    return { more: due.length === dueMax && told, told };
  }

  async function tellMissed(subject: SlaSubject, tx: Tx, now: Date, tracked: Tracked[]): Promise<boolean> {
    const missed = tracked.filter((item) => item.missed.length > 0);
    if (missed.length > 0) await deps.tell(subject, tx, now, missed);
    return missed.length > 0;
  }

  async function run(): Promise<boolean> {
    const followed = await follow();
    // Behind the log nothing can be said of conversations.
    const found = [await findMissed("tickets"), ...(followed.more ? [] : [await findMissed("conversations")])];
    if (followed.told || found.some(({ told }) => told)) deps.wake.hint("events");
    return followed.more || found.some(({ more }) => more);
  }

  return createLoop({ name: "service levels", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}

/** What events say to the clocks, by conversation. */
export function happenings(events: LoggedEvent[]): Happened[] {
  const byConversation = new Map<string, Required<Happened>>();
  for (const event of events) {
    if (event.conversation_id === null) continue;
    const steps = stepsOf(event);
    if (steps.length === 0) continue;
    const item = byConversation.get(event.conversation_id) ?? { id: event.conversation_id, steps: [], places: [] };
    byConversation.set(event.conversation_id, item);
    for (const step of steps) {
      item.steps.push(step);
      item.places.push({ xid: event.xid, id: event.id });
    }
  }
  return [...byConversation.values()];
}

/** Whose messages are the team's answers, as docs/subsystems/metrics.md says; of `platform` only what a person typed there. */
const answerers: ReadonlySet<string> = new Set(["member", "api", "platform"]);

function stepsOf(event: LoggedEvent): Step[] {
  const at = event.created_at.getTime();
  const data = event.data as {
    status?: string;
    message?: { type?: string; content?: Record<string, unknown> | null; author?: { kind?: string } };
    changes?: Record<string, { from: unknown; to: unknown } | undefined>;
  };
  switch (event.type) {
    case "conversation.created":
      // Only a blocked contact's begins resolved.
      return data.status === "resolved" ? [] : [{ at, do: "opened", running: data.status !== "pending" }];
    case "message.received":
      return data.message?.type === "system" ? [] : [{ at, do: "waits" }];
    case "message.sent": {
      const kind = data.message?.author?.kind ?? "platform";
      const byItself = kind === "platform" && data.message?.content?.["automatic"] !== undefined;
      return !answerers.has(kind) || byItself || data.message?.type === "reaction" ? [] : [{ at, do: "answered" }];
    }
    case "conversation.updated": {
      const changes = data.changes ?? {};
      const steps: Step[] = [];
      const { status } = changes;
      if (status !== undefined && status.from !== status.to) {
        if (status.to === "resolved") steps.push({ at, do: "resolved" });
        else if (status.from === "resolved") steps.push({ at, do: "opened", running: status.to === "open" });
        else steps.push({ at, do: status.to === "open" ? "resumed" : "paused" });
      }
      if (["priority", "labels", "divisionId"].some((field) => changes[field] !== undefined)) steps.push({ at, do: "chosen" });
      return steps;
    }
    default:
      return [];
  }
}
