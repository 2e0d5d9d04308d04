import type { ReachedRows } from "#platform/auth/reach.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { ensureCursor, lockCursor, moveCursor } from "#platform/events/cursors.ts";
import type { EventReader } from "#platform/events/reader.ts";
import type { LoggedEvent, LogPosition } from "#platform/events/tail.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { toNumber } from "#platform/money/money.ts";
import type { UsageMonth, UsageSummary } from "./billing.schema.ts";
import { monthOf, monthsBefore } from "#platform/clock/month.ts";
import * as queries from "./usage.queries.ts";

const summaryMonths = 12;
const eventBatch = 2_000;
/** This delay saves one transaction per message, and is short enough to find the messages still in memory. */
const pollMs = 1_000;
const purgeBatch = 5_000;
/** The previous month may still get an event that is read late. */
const contactMonths = 2;

export function renderUsageMonth(row: queries.UsageRow): UsageMonth {
  return {
    month: row.month.slice(0, 7),
    messagesIn: row.messages_in,
    messagesOut: row.messages_out,
    activeContacts: row.active_contacts,
    aiRequests: row.ai_requests,
    spend: toNumber(row.spend),
  };
}

export async function summarizeUsage(rows: ReachedRows, now: Date, currency: string): Promise<UsageSummary> {
  const months = await queries.sumUsage(rows, monthsBefore(now, summaryMonths - 1));
  return { currency, months: months.map((row) => ({ ...renderUsageMonth(row), organizations: row.organizations })) };
}

/** Neither is a notice of something we did, such as a call. */
const isMessage = (event: string, type: unknown) => type !== "reaction" && !(event === "message.sent" && type === "system");

/** The usage that message events add, by tenant and month. A reaction is not a message, and a note has no event. */
export function countEvents(events: Pick<LoggedEvent, "tenant_id" | "type" | "data" | "created_at">[]): {
  counts: queries.UsageCount[];
  contacts: queries.ContactOfMonth[];
} {
  const counts = new Map<string, queries.UsageCount>();
  const contacts = new Map<string, queries.ContactOfMonth>();
  for (const event of events) {
    if (event.type !== "message.received" && event.type !== "message.sent") continue;
    const data = event.data as { contactId?: unknown; message?: { type?: unknown } };
    if (!isMessage(event.type, data.message?.type)) continue;
    const [tenant, month] = [event.tenant_id, monthOf(event.created_at)];
    const key = `${tenant}/${month}`;
    const count = counts.get(key) ?? { tenant, month, messagesIn: 0, messagesOut: 0, activeContacts: 0 };
    counts.set(key, count);
    if (event.type === "message.received") count.messagesIn += 1;
    else count.messagesOut += 1;
    const contact = typeof data.contactId === "string" ? parseWireId("cnt", data.contactId) : null;
    if (contact !== null) contacts.set(`${key}/${contact}`, { tenant, month, contact });
  }
  return { counts: [...counts.values()], contacts: [...contacts.values()] };
}

/** The same messages by hour and by day. */
export function countPeriods(events: Pick<LoggedEvent, "tenant_id" | "type" | "data" | "created_at">[]): queries.PeriodCount[] {
  const counts = new Map<string, queries.PeriodCount>();
  for (const event of events) {
    if (event.type !== "message.received" && event.type !== "message.sent") continue;
    if (!isMessage(event.type, (event.data as { message?: { type?: unknown } }).message?.type)) continue;
    const iso = event.created_at.toISOString();
    const starts = { hour: `${iso.slice(0, 13)}:00:00Z`, day: `${iso.slice(0, 10)}T00:00:00Z` };
    for (const period of ["hour", "day"] as const) {
      const key = `${event.tenant_id}/${period}/${starts[period]}`;
      const count = counts.get(key) ?? { tenant: event.tenant_id, period, startsAt: starts[period], messagesIn: 0, messagesOut: 0 };
      counts.set(key, count);
      if (event.type === "message.received") count.messagesIn += 1;
      else count.messagesOut += 1;
    }
  }
  return [...counts.values()];
}

/**
 * Counts messages from the event log. One process at a time holds the cursor's row, and the cursor moves in the
 * transaction that counts, so each event counts once, whatever crashes.
 */
export function createUsageCounter(deps: {
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
  eventReader: Pick<EventReader, "consumer">;
}): { loop: Loop; job: ScheduledJob } {
  const reading = deps.eventReader.consumer(queries.consumer);
  let cursorMade = false;

  async function count(query: queries.WorkerQuery): Promise<{ events: number; at: LogPosition } | null> {
    const now = deps.clock.now();
    const cursor = await lockCursor(query, queries.consumer);
    if (cursor === null) return null;
    const events = await reading.read(cursor, eventBatch, { worker: query as Database["worker"] });
    const last = events.at(-1);
    if (last === undefined) return { events: 0, at: cursor };
    const { counts, contacts } = countEvents(events);
    if (contacts.length > 0) {
      for (const { tenant_id, month } of await queries.insertActiveContacts(query, contacts)) {
        const of = counts.find((c) => c.tenant === tenant_id && c.month === month);
        if (of !== undefined) of.activeContacts += 1;
      }
    }
    if (counts.length > 0) await queries.addUsage(query, counts);
    const periods = countPeriods(events);
    if (periods.length > 0) await queries.addUsagePeriods(query, periods);
    await moveCursor(query, queries.consumer, last, now);
    return { events: events.length, at: last };
  }

  async function run(): Promise<boolean> {
    if (!cursorMade) {
      await ensureCursor(deps.database, queries.consumer, deps.clock.now());
      cursorMade = true;
    }
    if (reading.upToDate()) return false;
    const round = await reading.attempt(() => deps.database.workerTransaction((query) => count(query)));
    if (round === null) return false;
    reading.advancedTo(round.at);
    return round.events === eventBatch;
  }

  async function purge(): Promise<void> {
    const before = monthsBefore(deps.clock.now(), contactMonths - 1);
    while (await queries.purgeActiveContacts((statement) => deps.database.worker(statement), before, purgeBatch));
    for (const [period, days] of [
      ["hour", 2],
      ["day", 32],
    ] as const) {
      const until = new Date(deps.clock.now().getTime() - days * 86_400_000);
      while (await queries.purgeUsagePeriods((statement) => deps.database.worker(statement), period, until, purgeBatch));
    }
  }

  return {
    loop: createLoop({ name: "usage", run, wake: deps.wake, topics: [], pollMs, log: deps.log }),
    job: { name: "usage", cron: "41 3 * * *", run: purge },
  };
}
