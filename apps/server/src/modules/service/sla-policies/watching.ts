import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { createFollower } from "#platform/events/follow.ts";
import type { EventReader } from "#platform/events/reader.ts";
import type { LoggedEvent } from "#platform/events/tail.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import { createTenantTurns } from "#platform/jobs/tenant-turns.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { SlaSubject } from "./choice.ts";
import type { Step } from "./clock.ts";
import type { SubjectSteps, Tracked, Tracking } from "./tracking.ts";
import * as queries from "./tracking.queries.ts";

export interface WatchingDeps {
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
  eventReader: Pick<EventReader, "consumer">;
  /** Records missed targets as event, activity and notifications. Provided by the modules that own the subjects. */
  onMissed: Record<SlaSubject, (tx: Tx, now: Date, missed: Tracked[]) => Promise<void>>;
}

const eventBatch = 250;
const dueMax = 200;
/** How late clocks follow a conversation, and how late a missed target is reported. */
const pollMs = 1_000;

/**
 * Updates the clocks of conversations from the event log, and finds missed targets. Rows store their position in the
 * log, so a repeated event counts nothing twice. Missed targets are found by index, under the lock of their row, by any
 * number of processes.
 */
export function createWatchLoop(deps: WatchingDeps, tracking: Tracking): Loop {
  let followedNotified = false;
  const turns = {
    tickets: createTenantTurns(deps, "missed SLA targets of tickets could not be reported; they are looked for again"),
    conversations: createTenantTurns(deps, "missed SLA targets of conversations could not be reported; they are looked for again"),
  };
  const follow = createFollower<SubjectSteps[]>(deps, {
    consumer: "sla",
    eventBatch,
    tenantsConcerned: (tenantIds) => queries.tenantsWithPolicies(deps.database, tenantIds),
    read(events) {
      const happened = stepsByConversation(events);
      return happened.length > 0 ? happened : null;
    },
    async apply(tx, happened, upTo) {
      const now = deps.clock.now();
      const tracked = await tracking.track(tx, now, "conversations", happened, upTo);
      if (await notifyMissedTargets("conversations", tx, now, tracked)) followedNotified = true;
    },
  });

  async function findMissed(subject: SlaSubject): Promise<{ more: boolean; notified: boolean }> {
    const now = deps.clock.now();
    const due = await turns[subject].list((skipped) => queries.listDue(deps.database, subject, now, skipped, dueMax));
    let notified = false;
    let postponed = 0;
    for (const [tenantId, rows] of Map.groupBy(due, (row) => row.tenant_id)) {
      const found = await turns[subject].run(tenantId, async (tx) => {
        const ids = rows.map((row) => row.id);
        const checked = await tracking.check(tx, now, subject, ids);
        return { ...checked, notified: await notifyMissedTargets(subject, tx, now, checked.tracked) };
      });
      if (found === undefined) continue;
      notified ||= found.notified;
      postponed += found.postponed;
    }
    // Rows locked by others are skipped. Without progress the next poll is soon enough.
    return { more: due.length === dueMax && (notified || postponed > 0), notified };
  }

  async function notifyMissedTargets(subject: SlaSubject, tx: Tx, now: Date, tracked: Tracked[]): Promise<boolean> {
    const missed = tracked.filter((item) => item.missed.length > 0);
    if (missed.length > 0) await deps.onMissed[subject](tx, now, missed);
    return missed.length > 0;
  }

  async function run(): Promise<boolean> {
    followedNotified = false;
    const more = await follow();
    // Conversations cannot be judged until the log has been read.
    const found = [await findMissed("tickets"), ...(more ? [] : [await findMissed("conversations")])];
    if (followedNotified || found.some(({ notified }) => notified)) deps.wake.hint("events");
    return more || found.some((subject) => subject.more);
  }

  return createLoop({ name: "service levels", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}

/** The clock steps that events mean, by conversation. */
export function stepsByConversation(events: LoggedEvent[]): SubjectSteps[] {
  const byConversation = new Map<string, Required<SubjectSteps>>();
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

/**
 * Whose messages count as the team's replies, as in docs/subsystems/events/metrics.md; of `platform` only what a person
 * typed there.
 */
const teamActors: ReadonlySet<string> = new Set(["member", "api", "platform"]);

function stepsOf(event: LoggedEvent): Step[] {
  const at = event.created_at.getTime();
  const data = event.data as {
    status?: string;
    message?: { type?: string; content?: Record<string, unknown> | null; author?: { kind?: string } };
    changes?: Record<string, { from: unknown; to: unknown } | undefined>;
  };
  switch (event.type) {
    case "conversation.created":
      // Only a blocked contact's conversation is created resolved.
      return data.status === "resolved" ? [] : [{ at, do: "opened", running: data.status !== "pending" }];
    case "message.received":
      return data.message?.type === "system" ? [] : [{ at, do: "waits" }];
    case "message.sent": {
      if (data.message?.type === "system") return [];
      const kind = data.message?.author?.kind ?? "platform";
      const byItself = kind === "platform" && data.message?.content?.["automatic"] !== undefined;
      return !teamActors.has(kind) || byItself || data.message?.type === "reaction" ? [] : [{ at, do: "answered" }];
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
