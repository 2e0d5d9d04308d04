import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { TestTenant } from "../../../test/harness.ts";
import { emit, t } from "../../../test/stages/event-stage.ts";
import { eventually } from "../../../test/eventually.ts";
import { appendEvents } from "./log.ts";
import { createEventReader, type EventConsumer, type EventReader, type ReaderLimits } from "./reader.ts";
import { comparePositions, type LoggedEvent, type LogPosition, readLogEnd } from "./tail.ts";

/** A separate reader beside the app's, and how many events each statement fetched. */
function readerOf(limits: Partial<ReaderLimits> = {}) {
  const fetched = new Map<string, number>();
  let statements = 0;
  /** The process's own clock; a fetch hangs while `hangs`. */
  const state = { nowMs: 0, hangs: false };
  const database = {
    async worker<R extends object>(statement: Parameters<typeof t.app.database.worker>[0]): Promise<R[]> {
      if (state.hangs && statement.name === "event_log_tail") await new Promise(() => undefined);
      const rows = await t.app.database.worker<R>(statement);
      statements += 1;
      fetched.set(
        statement.name ?? "",
        (fetched.get(statement.name ?? "") ?? 0) + rows.filter((row) => "id" in row && !("early" in row && row.early)).length,
      );
      return rows;
    },
  };
  const lags = new Map<string, number>();
  const metrics = { eventLag: { set: ({ consumer }: { consumer: string }, seconds: number) => lags.set(consumer, seconds) } } as never;
  const { clock, wake, log } = t.app;
  const reader = createEventReader(
    { database, clock, wake: { ...wake, on: () => () => undefined }, log, metrics, nowMs: () => state.nowMs },
    limits,
  );
  return {
    reader,
    state,
    fetched: (name: string) => fetched.get(name) ?? 0,
    statements: () => statements,
    lag: (consumer: string) => lags.get(consumer),
  };
}

/** A consumer with a cursor that is as durable as this object. */
function consume(reader: EventReader, from: LogPosition, name = `test ${randomUUID()}`) {
  let reading: EventConsumer = reader.consumer(name);
  const state = { cursor: from, seen: [] as LoggedEvent[] };
  return {
    state,
    /** As after a restart of the process. */
    restart: () => {
      reading = reader.consumer(name);
    },
    upToDate: () => reading.upToDate(),
    failed: () => reading.failed(),
    /** One round; a crash happens before its commit. Returns how many events it got. */
    async run(limit: number, crashes = false): Promise<number> {
      if (reading.upToDate()) return 0;
      const events = await reading.read(state.cursor, limit);
      if (crashes) {
        reading = reader.consumer(name);
        return events.length;
      }
      state.seen.push(...events);
      state.cursor = events.at(-1) ?? state.cursor;
      reading.advancedTo(state.cursor);
      return events.length;
    },
  };
}

const end = () => readLogEnd(t.app.database);
const said = (events: LoggedEvent[]) => events.flatMap(({ data }) => (typeof data["said"] === "string" ? [data["said"]] : []));

/**
 * Reads until everything that was written has been read: on a shared cluster another database's transaction may hide it
 * for a moment.
 */
async function lookUntil(reader: EventReader, wanted: () => Promise<boolean>) {
  await eventually("the log is read", async () => {
    while (await reader.loop.once());
    return wanted();
  });
}

async function emitAll(tenant: TestTenant, words: string[]) {
  for (const word of words) await emit(tenant, "contact.updated", { said: word });
}

/**
 * A transaction that stays open: its events get their position in the log with its first statement, and become visible
 * when it commits.
 */
async function openTransaction(tenant: TestTenant) {
  const words: { said: string; done: () => void }[] = [];
  let wakeUp: () => void = () => undefined;
  let ending: "commit" | "roll back" | null = null;
  const next = () =>
    new Promise<void>((resolve) => {
      wakeUp = resolve;
    });
  const closed = t.app.database
    .withTenant(tenant.id, async (tx) => {
      while (ending === null || words.length > 0) {
        const word = words.shift();
        if (word === undefined) await next();
        else {
          await appendEvents(tx, t.clock.now(), [{ id: t.app.ids.uuid(), type: "contact.updated", data: { said: word.said } }]);
          word.done();
        }
      }
      if (ending === "roll back") throw new Error("taken back");
    })
    .catch((error: Error) => {
      if (error.message !== "taken back") throw error;
    });
  return {
    write: (word: string) =>
      new Promise<void>((done) => {
        words.push({ said: word, done });
        wakeUp();
      }),
    async close(how: "commit" | "roll back") {
      ending = how;
      wakeUp();
      await closed;
    },
  };
}

describe("the event log reader", () => {
  it("gives each consumer each event once and in order, whatever the order of commits, at its own pace and across restarts", async () => {
    const tenant = await t.tenant();
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ do: fc.constant("write" as const), slot: fc.nat(2) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("commit" as const, "roll back" as const), slot: fc.nat(2) }) },
      { weight: 2, arbitrary: fc.constant({ do: "write alone" as const }) },
      { weight: 4, arbitrary: fc.constant({ do: "look" as const }) },
      {
        weight: 6,
        arbitrary: fc.record({
          do: fc.constant("run" as const),
          who: fc.nat(2),
          limit: fc.integer({ min: 1, max: 5 }),
          crashes: fc.boolean(),
        }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("restart" as const, "fail" as const), who: fc.nat(2) }) },
      { weight: 1, arbitrary: fc.constant({ do: "start or stop" as const }) },
      { weight: 1, arbitrary: fc.constant({ do: "pause" as const }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 50 }), async (steps) => {
        const mark = randomUUID();
        let n = 0;
        const word = () => `${mark} ${n++}`;
        const { reader } = readerOf({ eventsMax: 6, bytesMax: 500, ageMsMax: 30_000, batch: 3 });
        const from = await end();
        const consumers = [0, 1, 2].map(() => consume(reader, from));
        const slots = new Map<number, Awaited<ReturnType<typeof openTransaction>>>();
        let release: (() => void) | undefined;
        for (const s of steps) {
          if (s.do === "write") {
            const slot = slots.get(s.slot) ?? (await openTransaction(tenant));
            slots.set(s.slot, slot);
            await slot.write(word());
          } else if (s.do === "commit" || s.do === "roll back") {
            await slots.get(s.slot)?.close(s.do);
            slots.delete(s.slot);
          } else if (s.do === "write alone") await emitAll(tenant, [word()]);
          else if (s.do === "look") await reader.loop.once();
          else if (s.do === "run") await consumers[s.who]?.run(s.limit, s.crashes);
          else if (s.do === "restart") consumers[s.who]?.restart();
          else if (s.do === "fail") consumers[s.who]?.failed();
          else if (s.do === "pause") t.clock.advance(40_000);
          else if (release === undefined) release = reader.use();
          else {
            release();
            release = undefined;
          }
        }
        for (const slot of slots.values()) await slot.close("commit");
        const written = await t.app.database.worker<{ said: string } & LogPosition>({
          text: "select data->>'said' as said, xid::text as xid, id from event_log where tenant_id = $1 and data->>'said' like $2 order by event_log.xid, event_log.id",
          values: [tenant.id, `${mark} %`],
        });
        const mine = (events: LoggedEvent[]) => said(events).filter((text) => text.startsWith(mark));
        const last = written.at(-1);
        await lookUntil(reader, async () => last === undefined || comparePositions(await end(), last) >= 0);
        while (await reader.loop.once());
        for (const consumer of consumers) while ((await consumer.run(4)) > 0);
        release?.();
        await reader.loop.stop();
        for (const { state } of consumers)
          assert.deepEqual(
            mine(state.seen),
            written.map((row) => row.said),
          );
      }),
      { numRuns: 40 },
    );
  });

  it("fetches once what several consumers follow", async () => {
    const tenant = await t.tenant();
    const { reader, fetched } = readerOf();
    const from = await end();
    while (await reader.loop.once());
    const release = reader.use();
    const before = fetched("event_log_tail");
    const consumers = [1, 7, 1_000].map((limit) => ({ limit, consumer: consume(reader, from) }));
    await emitAll(tenant, ["a", "b", "c", "d"]);
    await lookUntil(reader, async () => {
      for (const { limit, consumer } of consumers) while ((await consumer.run(limit)) > 0);
      return consumers.every(({ consumer }) => said(consumer.state.seen).length === 4);
    });
    release();
    await reader.loop.stop();
    assert.deepEqual([fetched("event_log_tail") - before, fetched("event_log_after")], [4, 0]);
  });

  it("a consumer whose cursor is before the kept part reads the table until it has caught up", async () => {
    const tenant = await t.tenant();
    const { reader, fetched } = readerOf({ eventsMax: 4 });
    const from = await end();
    await reader.loop.once();
    const words = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const follows = consume(reader, from);
    for (const word of words) {
      await emitAll(tenant, [word]);
      await lookUntil(reader, async () => (await follows.run(10)) > 0);
    }
    assert.equal(fetched("event_log_after"), 0, "who follows reads memory only");
    const late = consume(reader, from);
    const release = reader.use();
    for (let rounds = 0; (await late.run(2)) > 0; rounds++) assert.ok(rounds < 10);
    release();
    await reader.loop.stop();
    assert.deepEqual(said(late.state.seen), words);
    const direct = fetched("event_log_after");
    assert.ok(direct >= 2 && direct <= 6, `${direct} of 8 from the table`);
  });

  it("an up-to-date consumer does not query the database, rechecks its cursor now and then, and is notified of new events", async () => {
    const tenant = await t.tenant();
    const { reader, statements } = readerOf();
    const consumer = consume(reader, await end());
    let notified = 0;
    reader.onBatch(() => {
      notified += 1;
    });
    await emitAll(tenant, ["a"]);
    await lookUntil(reader, async () => (await consumer.run(10)) > 0);
    assert.equal(consumer.upToDate(), false, "while nobody keeps the reader going, only the table knows");
    const release = reader.use();
    const [statementsBefore, notifiedBefore] = [statements(), notified];
    assert.equal(consumer.upToDate(), true);
    assert.equal(await consumer.run(10), 0);
    assert.ok(statements() - statementsBefore <= 1, "the reader's own look at most");
    t.clock.advance(11_000);
    assert.equal(consumer.upToDate(), false, "its cursor might have been set back");
    await consumer.run(10);
    assert.equal(consumer.upToDate(), true);
    await emitAll(tenant, ["b"]);
    await lookUntil(reader, async () => !consumer.upToDate());
    assert.ok(notified > notifiedBefore);
    release();
    await reader.loop.stop();
  });

  it("blocks no consumer while its own fetch hangs: consumers read the table", async () => {
    const tenant = await t.tenant();
    const { reader, state } = readerOf();
    const consumer = consume(reader, await end());
    while (await reader.loop.once());
    reader.use();
    await emitAll(tenant, ["a"]);
    await lookUntil(reader, async () => said(consumer.state.seen).length === 1 || (await consumer.run(10)) < 0);
    state.hangs = true;
    await emitAll(tenant, ["b"]);
    assert.ok((await consumer.run(10)) >= 0);
    state.nowMs += 3_001;
    await eventually("the consumer goes on by itself", async () => {
      await consumer.run(10);
      return said(consumer.state.seen).length === 2;
    });
    assert.deepEqual(said(consumer.state.seen), ["a", "b"]);
    assert.equal(consumer.upToDate(), false);
  });

  it("stays within its limits of bytes and age", async () => {
    const tenant = await t.tenant();
    const { reader, fetched } = readerOf({ bytesMax: 1_000, ageMsMax: 30_000 });
    const from = await end();
    await reader.loop.once();
    const follows = consume(reader, from);
    const long = Array.from({ length: 5 }, (_, i) => `${i}${"x".repeat(400)}`);
    for (const word of long) {
      await emitAll(tenant, [word]);
      await lookUntil(reader, async () => (await follows.run(10)) > 0);
    }
    const late = consume(reader, from);
    await late.run(10);
    assert.ok(fetched("event_log_after") > 0, "1,000 bytes hold no five of 400");
    t.clock.advance(31_000);
    await reader.loop.once();
    const before = fetched("event_log_after");
    const last = follows.state.seen.at(-2) as LoggedEvent;
    await consume(reader, last).run(10);
    assert.ok(fetched("event_log_after") > before, "what is old is not kept");
  });

  it("measures how long committed events wait behind a running transaction", async () => {
    const tenant = await t.tenant();
    const { reader, lag } = readerOf();
    const consumer = consume(reader, await end());
    await reader.loop.once();
    const open = await openTransaction(tenant);
    await open.write("first");
    await emitAll(tenant, ["second"]);
    t.clock.advance(5_000);
    await reader.loop.once();
    assert.ok((lag("reader") ?? 0) >= 5);
    await open.close("commit");
    await lookUntil(reader, async () => {
      await consumer.run(10);
      return said(consumer.state.seen).length === 2;
    });
    assert.deepEqual(said(consumer.state.seen), ["first", "second"]);
    await lookUntil(reader, async () => lag("reader") === 0);
  });

  it("an event erased after it was read is not delivered, and delays no other", async () => {
    const tenant = await t.tenant();
    await t.drain();
    const webhook = await tenant.api.post("/api/v1/webhooks", { url: "https://127.0.0.1:9/gone", events: ["contact.updated"] });
    assert.equal(webhook.status, 200, JSON.stringify(webhook.body));
    await emitAll(tenant, ["kept"]);
    const gone = (await emit(tenant, "contact.updated", { said: "gone" })).slice(4);
    const { eventReader } = t.app;
    await lookUntil(eventReader, async () => said(await eventReader.read(await webhooksPlace(), 1_000)).includes("gone"));
    await t.app.database.worker({ text: "delete from event_log where tenant_id = $1 and id = $2::uuid", values: [tenant.id, gone] });
    await t.drain();
    const { body } = await tenant.api.get(`/api/v1/webhooks/${webhook.body.id}/deliveries`);
    assert.equal(body.data.length, 1);
  });
});

async function webhooksPlace(): Promise<LogPosition> {
  const [row] = await t.app.database.worker<LogPosition>({
    text: "select xid::text as xid, event_id as id from event_cursors where consumer = 'webhooks'",
  });
  return row as LogPosition;
}
